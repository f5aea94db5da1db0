import Autocomplete from "@mui/material/Autocomplete";
import InputBase from "@mui/material/InputBase";
import { useState } from "react";
import { useKnownLists } from "@/api/calls/lists-api";
import { useCatalogue } from "@/api/catalogue";
import { DAY_LIST } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { Button } from "@/kit/button";
import { shellElement } from "@/kit/overlays/shell-element";
import { type Condition, inLists } from "@/question/filters";
import { blankOn } from "../card/filter-draft";
import { CONDITION_FEATURE } from "../words";
import styles from "./filter-editor.module.css";
import { LISTS_NAME } from "./list-fields";

/** What a condition can be on. */
type Subject = Pick<Feature, "name" | "displayName" | "category">;

const LISTS: Subject = { name: DAY_LIST, displayName: LISTS_NAME, category: "" };

interface Props {
  /** What the button says. */
  label: string;
  onAdd: (condition: Condition) => void;
}

/** A button that becomes a field in which a feature is found by its name. */
export function AddCondition({ label, onAdd }: Props) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const close = (back: boolean) => setOpen(back ? false : null);
  if (isOpen) return <FeaturePicker onPick={onAdd} onClose={close} />;
  return (
    <Button
      look="quiet"
      className={styles.add ?? ""}
      autoFocus={isOpen === false}
      onClick={() => setOpen(true)}
    >
      {label}
    </Button>
  );
}

interface PickerProps {
  onPick: (condition: Condition) => void;
  /** `back` where nothing was picked and the focus goes back to the button. */
  onClose: (back: boolean) => void;
}

function FeaturePicker({ onPick, onClose }: PickerProps) {
  const catalogue = useCatalogue().data;
  const categories = new Map(catalogue?.categories.map(({ id, display_name }) => [id, display_name]));
  const places = new Map([...categories.keys()].map((id, at) => [id, at]));
  const place = ({ category }: Feature) => places.get(category) ?? places.size;
  const features = [...(catalogue?.features ?? [])].sort((a, b) => place(a) - place(b));
  const hasLists = useKnownLists().length > 0;
  const pick = ({ name }: Subject) => {
    const feature = features.find((each) => each.name === name);
    onPick(feature ? blankOn(feature) : inLists());
  };
  return (
    <Autocomplete<Subject>
      openOnFocus
      autoHighlight
      options={hasLists ? [...features, LISTS] : features}
      value={null}
      getOptionLabel={({ displayName }) => displayName}
      getOptionKey={({ name }) => name}
      renderOption={({ key, ...option }, { displayName, category }) => (
        <li key={key} {...option}>
          {displayName}
          <span className={styles.category}>{categories.get(category)}</span>
        </li>
      )}
      noOptionsText="No feature of that name"
      onChange={(_, feature) => {
        if (!feature) return;
        pick(feature);
        onClose(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose(true);
      }}
      slotProps={{ popper: { container: shellElement }, paper: { className: styles.options ?? "" } }}
      renderInput={({ slotProps: { input, inputLabel, htmlInput } }) => (
        <div ref={input.ref}>
          <label id={inputLabel.id} htmlFor={htmlInput.id} className="visually-hidden">
            {CONDITION_FEATURE}
          </label>
          <InputBase
            autoFocus
            className={styles.picker ?? ""}
            placeholder="Name of a feature"
            slotProps={{ input: htmlInput }}
          />
        </div>
      )}
    />
  );
}
