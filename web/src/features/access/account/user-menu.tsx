import { useNavigate } from "react-router";
import { selectUser } from "@/api/session/session-slice";
import { flags } from "@/lib/flags";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import controls from "@/lib/ui/controls.module.css";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import styles from "../access.module.css";
import { knownSupportUrl } from "../return-url";
import { leave } from "./leave";

const SCREENS = [
  { path: "/settings", label: "Profile" },
  ...(flags.exports ? [{ path: "/export", label: "Export" }] : []),
];
const DIALOGS = [
  { id: "redeem", label: "Redeem code" },
  { id: "shortcuts", label: "Keyboard shortcuts" },
];

/** Profile, Export, Redeem code, help and Logout. */
export function UserMenu() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const user = useAppSelector(selectUser);
  const support = knownSupportUrl();
  return (
    <PopoverButton
      aria-label={`User menu: ${user?.username ?? ""}`}
      title="User menu"
      label={<span className={styles.user}>{user?.username}</span>}
      content={(close) => (
        <div className={controls.list}>
          {SCREENS.map(({ path, label }) => (
            <button
              key={path}
              type="button"
              className={controls.item}
              onClick={() => {
                close();
                void navigate(path);
              }}
            >
              {label}
            </button>
          ))}
          {DIALOGS.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              className={controls.item}
              onClick={() => {
                close();
                dispatch(modalOpened(id));
              }}
            >
              {label}
            </button>
          ))}
          {support && (
            <a className={controls.item} href={support} target="_top">
              Contact Support
            </a>
          )}
          <button
            type="button"
            className={controls.item}
            onClick={() => {
              close();
              void dispatch(leave());
            }}
          >
            Logout
          </button>
        </div>
      )}
    />
  );
}
