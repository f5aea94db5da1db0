import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectSingleKeyShortcuts, singleKeyShortcutsToggled } from "@/lib/state/ui-slice";
import { Check } from "@/lib/ui/fields/check";
import { Dialog } from "@/lib/ui/overlays/dialog";
import type { ModalProps } from "../shell/modals";
import { isSingleKey, keyNames, SHORTCUTS, type Shortcut, type ShortcutGroup } from "./shortcut-list";
import styles from "./shortcut-sheet.module.css";

/** Every shortcut by group, and the switch for those of one key. */
export default function ShortcutSheet({ onClose }: ModalProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <SingleKeySwitch />
      {SHORTCUTS.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </Dialog>
  );
}

function SingleKeySwitch() {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(selectSingleKeyShortcuts);
  return (
    <Check
      label="Shortcuts of a single key"
      checked={isOn}
      onChange={() => dispatch(singleKeyShortcutsToggled())}
    />
  );
}

function Group({ title, shortcuts }: ShortcutGroup) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {shortcuts.map((shortcut) => (
          <Line key={shortcut.keys} {...shortcut} />
        ))}
      </dl>
    </section>
  );
}

function Line(shortcut: Shortcut) {
  const takesSingleKeys = useAppSelector(selectSingleKeyShortcuts);
  const isOff = isSingleKey(shortcut) && !takesSingleKeys;
  const names = keyNames(shortcut, navigator.userAgent.includes("Mac"));
  return (
    <div className={styles.line}>
      <dt>{shortcut.label}</dt>
      <dd>
        {isOff && <span className={styles.off}>off</span>}
        {names.map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}
      </dd>
    </div>
  );
}
