import { useNavigate } from "react-router";
import { useLogoutMutation } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectUser, signedOut } from "@/lib/state/session-slice";
import { modalOpened } from "@/lib/state/ui-slice";
import { clearTokens } from "@/lib/tokens";
import controls from "@/lib/ui/controls.module.css";
import { PopoverButton } from "@/lib/ui/popover-button";
import styles from "./access.module.css";
import { knownSupportUrl } from "./return-url";

/** Profile and Logout; logging out ends the session here even where the call fails. */
export function UserMenu() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [logout] = useLogoutMutation();
  const user = useAppSelector(selectUser);
  const support = knownSupportUrl();
  const leave = async () => {
    await logout();
    clearTokens();
    dispatch(signedOut());
  };
  return (
    <PopoverButton
      aria-label={`User menu: ${user?.username ?? ""}`}
      title="User menu"
      label={<span className={styles.user}>{user?.username}</span>}
      content={(close) => (
        <div className={controls.list}>
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              close();
              void navigate("/settings");
            }}
          >
            Profile
          </button>
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              close();
              dispatch(modalOpened("shortcuts"));
            }}
          >
            Keyboard shortcuts
          </button>
          {support && (
            <a className={styles.item} href={support}>
              Contact Support
            </a>
          )}
          <button type="button" className={styles.item} onClick={() => void leave()}>
            Logout
          </button>
        </div>
      )}
    />
  );
}
