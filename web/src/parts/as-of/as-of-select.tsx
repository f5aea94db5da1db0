import { useRef, useState } from "react";
import { LabelledSelect, SelectField, type SelectProps } from "@/kit/fields/fields";
import { lazyPart } from "@/kit/lazy-with-retry";
import { shellElement } from "@/kit/overlays/shell-element";
import { type AsOf, NAMED_TIMES, OTHER_BARS } from "@/question/as-of";
import styles from "./as-of.module.css";
import { OTHER_BAR } from "./words";

const Popover = lazyPart(() => import("@mui/material/Popover"));

const OTHER = { value: "other", label: `${OTHER_BAR}…` };

interface Props extends Omit<SelectProps, "choices"> {
  value: AsOf;
  named?: typeof NAMED_TIMES;
  onChoose: (asOf: AsOf) => void;
}

/** As of when: a time with a name, or any other bar, which is chosen below the field. */
export function AsOfSelect({ value, named = NAMED_TIMES, onChoose, ...field }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [isOther, setOther] = useState(false);
  const own = OTHER_BARS.filter((bar) => bar.value === value);
  const chooseOther = (bar: AsOf) => {
    setOther(false);
    onChoose(bar);
  };
  return (
    <span ref={place}>
      <SelectField
        {...field}
        value={value}
        choices={[...named, ...own, OTHER]}
        onChoose={(chosen) => (chosen === OTHER.value ? setOther(true) : onChoose(chosen))}
      />
      {isOther && (
        <Popover
          open
          anchorEl={place.current}
          container={shellElement}
          onClose={() => setOther(false)}
          anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
          slotProps={{ paper: { role: "dialog", "aria-label": OTHER_BAR } }}
        >
          <LabelledSelect
            autoFocus
            className={styles.other ?? ""}
            label={OTHER_BAR}
            emptyLabel="Choose one"
            choices={OTHER_BARS}
            onChoose={chooseOther}
          />
        </Popover>
      )}
    </span>
  );
}
