import Close from "@mui/icons-material/Close";
import { Button } from "../button";
import styles from "./dialog-head.module.css";

interface Props {
  id: string;
  title: string;
  onClose: () => void;
}

/** Title and Close of whatever opens over the page; `id` names it to assistive technology. */
export function DialogHead({ id, title, onClose }: Props) {
  return (
    <header className={styles.head}>
      <h2 id={id}>{title}</h2>
      <Button look="bare" aria-label="Close" onClick={onClose}>
        <Close fontSize="inherit" />
      </Button>
    </header>
  );
}
