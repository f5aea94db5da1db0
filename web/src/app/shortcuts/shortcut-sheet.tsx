import { Check } from "@/kit/fields/check";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { singleKeyShortcutsToggled } from "@/lib/state/ui-slice";
import type { ModalProps } from "../shell/modals";
import { isSingleKey, SHORTCUTS, type Shortcut } from "./shortcut-list";
import styles from "./shortcut-sheet.module.css";

const GROUPS = [...new Set(SHORTCUTS.map(({ group }) => group))];

/** Every shortcut by group, and the switch for those of one key. */
export default function ShortcutSheet({ onClose }: ModalProps) {
  const dispatch = useAppDispatch();
  const takesSingleKeys = useAppSelector(({ ui }) => ui.singleKeyShortcuts);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Check
        label="Shortcuts of a single key"
        checked={takesSingleKeys}
        onChange={() => dispatch(singleKeyShortcutsToggled())}
      />
      {GROUPS.map((group) => (
        <section key={group}>
          <h3 className={styles.title}>{group}</h3>
          <dl>
            {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
              <div key={shortcut.keys} className={styles.line}>
                <dt>{shortcut.label}</dt>
                <dd>
                  {isSingleKey(shortcut) && !takesSingleKeys && <span className={styles.off}>off</span>}
                  {keyNames(shortcut).map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

/** The keys as they are read on this machine: ["Ctrl", "Enter"] or ["⌘", "Enter"]. */
function keyNames({ keys }: Shortcut): string[] {
  const isMac = navigator.userAgent.includes("Mac");
  const names: Record<string, string> = { mod: isMac ? "⌘" : "Ctrl", enter: "Enter" };
  return keys.split("+").map((key) => names[key] ?? key.toUpperCase());
}
