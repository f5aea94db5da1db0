import { useHotkeys } from "react-hotkeys-hook";
import { useAppSelector } from "@/lib/state/hooks";
import { useShortcutActions } from "./shortcut-actions";
import { isSingleKey, SHORTCUTS, type Shortcut } from "./shortcut-list";

const SINGLE = SHORTCUTS.filter(isSingleKey);
const COMBINED = SHORTCUTS.filter((shortcut) => !isSingleKey(shortcut));
const keysOf = (shortcuts: Shortcut[]) => shortcuts.map(({ keys }) => keys);

/** Listens to the shortcuts: those of one key never while a person types or a dialog has the focus. */
export default function ShortcutKeys() {
  const actions = useShortcutActions();
  const isCovered = useAppSelector(({ ui }) => ui.modals.length > 0);
  const takesSingleKeys = useAppSelector(({ ui }) => ui.singleKeyShortcuts);
  const act = (pressed: string) => {
    const shortcut = SHORTCUTS.find(({ keys }) => keys === pressed);
    if (shortcut) actions[shortcut.action]();
  };
  useHotkeys(keysOf(COMBINED), (_event, { hotkey }) => act(hotkey), {
    enabled: !isCovered,
    enableOnFormTags: true,
    preventDefault: true,
  });
  useHotkeys(keysOf(SINGLE), (_event, { hotkey }) => act(hotkey), {
    enabled: !isCovered && takesSingleKeys,
    useKey: true,
    ignoreModifiers: true,
    enableOnFormTags: true,
    ignoreEventWhen: isMeantElsewhere,
    preventDefault: true,
  });
  return null;
}

const TYPED_INTO = [
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])',
  "textarea",
  "select",
  '[role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"]',
].join();

/** A key with Ctrl, Alt or Cmd is the browser's; one in a field, a dialog or an open list is that one's. */
function isMeantElsewhere(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, repeat, target } = event;
  const isInside =
    target instanceof Element &&
    target.closest(`[role="dialog"], [role="presentation"], ${TYPED_INTO}`) !== null;
  return altKey || ctrlKey || metaKey || repeat || isInside || event.defaultPrevented;
}
