import { Button } from "../button";
import { ICONS, Icon } from "../icons";
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
        <Icon path={ICONS.close} size={14} />
      </Button>
    </header>
  );
}
