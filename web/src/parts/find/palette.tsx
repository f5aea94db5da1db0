import Close from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import useAutocomplete from "@mui/material/useAutocomplete";
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { Button } from "@/kit/button";
import { shellElement } from "@/kit/overlays/shell-element";
import type { Entry } from "./entries";
import styles from "./find.module.css";
import { forgetTyped, typedAhead } from "./typed-ahead";
import { COMING, ENTERED } from "./words";

/** The field stays where it is while the list below it grows and shrinks. */
const AT_TOP = { alignItems: "flex-start" };
const SIZE = {
  width: { xs: "calc(100vw - 16px)", sm: "min(640px, calc(100vw - 32px))" },
  maxWidth: "none",
  maxHeight: { xs: "calc(100% - 16px)", sm: "min(560px, calc(100% - 96px))" },
  margin: { xs: "8px", sm: "80px 16px 16px" },
};

interface Props {
  name: string;
  /** The field's name and its placeholder. */
  label: string;
  placeholder: string;
  icon: ReactNode;
  text: string;
  onText: (text: string) => void;
  found: readonly Entry[];
  /** Whether the first entry is meant so surely that Enter takes it. */
  isSure?: boolean;
  /** Whether what is found by is still on its way: Enter then takes the first entry once it is there. */
  isComing?: boolean;
  /** Whether an entry takes one line. */
  isDense?: boolean;
  /** What is said of what was found. */
  words: ReactNode;
  foot: ReactNode;
  /** What Ctrl or Cmd with Enter does. */
  onFinish?: () => void;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** A field over the page and a list of what it finds: arrows choose, Enter takes, Escape closes. */
export function Palette({
  name,
  label,
  text,
  found,
  onText,
  onChoose,
  onClose,
  onFinish,
  isSure = true,
  isComing = false,
  ...props
}: Props) {
  const isWaited = isComing && found.length === 0;
  const [isEntered, enter] = useLateEnter(isWaited, isSure ? found[0] : undefined, onChoose);
  const list = useAutocomplete<Entry>({
    id: "find",
    open: true,
    options: found as Entry[],
    value: null,
    inputValue: text,
    autoHighlight: isSure,
    handleHomeEndKeys: false,
    filterOptions: (options) => options,
    getOptionLabel: ({ title }) => title,
    getOptionKey: ({ id }) => id,
    onInputChange: (_, typed, reason) => {
      if (reason !== "input") return;
      enter(false);
      onText(typed);
    },
    onChange: (_, entry) => entry && onChoose(entry),
    onClose: (_, reason) => reason === "escape" && onClose(),
  });
  const input = list.getInputProps();
  return (
    <Dialog
      open
      container={shellElement}
      onClose={onClose}
      onKeyDown={(event) => closeOnKey(event, onClose)}
      transitionDuration={0}
      slotProps={{
        container: { sx: AT_TOP },
        paper: { className: styles.paper, sx: SIZE, "aria-label": name },
      }}
    >
      <div {...list.getRootProps()} className={styles.head} onKeyDownCapture={finishOnKey(onFinish)}>
        {props.icon}
        <label {...list.getInputLabelProps()} htmlFor={input.id} className="visually-hidden">
          {label}
        </label>
        <input
          {...input}
          className={styles.input}
          placeholder={props.placeholder}
          autoFocus
          onKeyDown={({ key }) => key === "Enter" && isWaited && enter(true)}
        />
        <Button look="bare" aria-label="Close" onClick={onClose}>
          <Close fontSize="inherit" />
        </Button>
      </div>
      {found.length > 0 && (
        <ul {...list.getListboxProps()} className={styles.list} data-dense={props.isDense}>
          {found.map((entry, index) => {
            const { key, ...option } = list.getOptionProps({ option: entry, index });
            return <FoundEntry key={key} entry={entry} {...option} />;
          })}
        </ul>
      )}
      <footer className={styles.foot}>
        <p role="status">{isWaited ? (isEntered ? ENTERED : COMING) : props.words}</p>
        {props.foot}
      </footer>
    </Dialog>
  );
}

/** Enter, pressed while the list is `isWaited` for, takes the first entry when it comes; and the way to say so. */
function useLateEnter(isWaited: boolean, first: Entry | undefined, onChoose: (entry: Entry) => void) {
  const [isEntered, enter] = useState(typedAhead.isEntered);
  useEffect(forgetTyped, []);
  const takeFirst = useEffectEvent(() => {
    enter(false);
    if (first) onChoose(first);
  });
  useEffect(() => {
    if (isEntered && !isWaited) takeFirst();
  }, [isEntered, isWaited]);
  return [isEntered, enter] as const;
}

/** The key that opens the palette closes it, and does not reach the browser's own search. */
function closeOnKey(event: KeyboardEvent, close: () => void) {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

function finishOnKey(finish: (() => void) | undefined) {
  return (event: KeyboardEvent) => {
    if (!finish || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    finish();
  };
}

/** One line of what was found: its name, what it is about, and what kind of thing it is. */
function FoundEntry({ entry, ...option }: HTMLAttributes<HTMLLIElement> & { entry: Entry }) {
  return (
    <li {...option} className={styles.entry}>
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.kind}>{entry.kind}</span>
      {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
    </li>
  );
}
