import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import { useNavigate } from "react-router";
import { selectUser } from "@/api/session/session-slice";
import { flags } from "@/lib/flags";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
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
        <List component="div">
          {SCREENS.map(({ path, label }) => (
            <ListItemButton
              key={path}
              component="button"
              onClick={() => {
                close();
                void navigate(path);
              }}
            >
              {label}
            </ListItemButton>
          ))}
          {DIALOGS.map(({ id, label }) => (
            <ListItemButton
              key={id}
              component="button"
              onClick={() => {
                close();
                dispatch(modalOpened(id));
              }}
            >
              {label}
            </ListItemButton>
          ))}
          {support && (
            <ListItemButton component="a" href={support} target="_top">
              Contact Support
            </ListItemButton>
          )}
          <ListItemButton
            component="button"
            onClick={() => {
              close();
              void dispatch(leave());
            }}
          >
            Logout
          </ListItemButton>
        </List>
      )}
    />
  );
}
