import AccountCircleOutlined from "@mui/icons-material/AccountCircleOutlined";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { usePhone } from "@/kit/use-phone";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import styles from "../access.module.css";
import { knownSupportUrl } from "../return-url";
import { leave } from "./leave";

/** Profile, methods, lists of days, Redeem code, help and Logout, below what the header has no room for. */
export function UserMenu({ head }: { head?: ReactNode }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const user = useAppSelector(({ session }) => session.user);
  const support = knownSupportUrl();
  const isPhone = usePhone();
  const menu = (close: () => void) => {
    const item = (label: string, act: () => unknown) => (
      <ListItemButton
        component="button"
        onClick={() => {
          close();
          act();
        }}
      >
        {label}
      </ListItemButton>
    );
    return (
      <List component="div">
        {head}
        {item("Profile", () => navigate("/settings"))}
        {item("Statistical Methods", () => navigate("/methods"))}
        {item("Redeem code", () => dispatch(modalOpened("redeem")))}
        {item("Keyboard shortcuts", () => dispatch(modalOpened("shortcuts")))}
        {support && (
          <ListItemButton component="a" href={support} target="_top">
            Contact Support
          </ListItemButton>
        )}
        {item("Logout", () => dispatch(leave()))}
      </List>
    );
  };
  return (
    <PopoverButton
      aria-label={`User menu: ${user?.username ?? ""}`}
      title="User menu"
      label={isPhone ? <AccountCircleOutlined /> : <span className={styles.user}>{user?.username}</span>}
      content={menu}
    />
  );
}
