import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import InputBase from "@mui/material/InputBase";
import { useId } from "react";
import { useCatalogue } from "@/api/catalogue";
import type { Feature } from "@/api/generated";
import { SelectField } from "@/kit/fields/fields";
import styles from "./curve.module.css";
import type { CurveParameters } from "./parameters";
import { hasOccurrence, isMeasured, isOutcome, labelName, labelsOf } from "./subjects";
import { ALONG_VALUES } from "./words";

interface Props {
  /** What is chosen; a part of the address that is none leaves its field empty. */
  by: Feature | null;
  outcome: Feature | null;
  label: string | null;
  onAsk: (change: Partial<CurveParameters>) => void;
}

/** What the curve is of: a feature with values, an outcome, and of an enum one label. */
export function Choices({ by, outcome, label, onAsk }: Props) {
  const features = useCatalogue().data?.features ?? [];
  return (
    <div className={styles.choices}>
      <FeatureField
        label={ALONG_VALUES}
        features={features.filter(isMeasured)}
        value={by}
        onChoose={(name) => onAsk({ by: name })}
      />
      <FeatureField
        label="How often comes"
        features={features.filter(isOutcome)}
        value={outcome}
        onChoose={(name) => onAsk({ outcome: name })}
      />
      {outcome && labelsOf(outcome).length > 0 && (
        <LabelField outcome={outcome} label={label} onChoose={(label) => onAsk({ label })} />
      )}
    </div>
  );
}

const LIST = {
  paper: { sx: { border: 1, borderColor: "divider", fontSize: "var(--type-body)" } },
  listbox: { sx: { py: 1, fontSize: "inherit" } },
};

interface FeatureFieldProps {
  label: string;
  features: Feature[];
  value: Feature | null;
  onChoose: (name: string) => void;
}

/** A feature, found by its name, under its category. */
function FeatureField({ label, features, value, onChoose }: FeatureFieldProps) {
  const id = useId();
  const categories = useCatalogue().data?.categories ?? [];
  const names = new Map(categories.map(({ id, display_name }) => [id, display_name]));
  const order = (feature: Feature) => categories.findIndex((each) => each.id === feature.category);
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <Autocomplete
        id={id}
        options={features.toSorted((a, b) => order(a) - order(b))}
        value={value}
        disableClearable={value !== null}
        groupBy={({ category }) => names.get(category) ?? category}
        getOptionLabel={({ displayName }) => displayName}
        getOptionKey={({ name }) => name}
        isOptionEqualToValue={(a, b) => a.name === b.name}
        onChange={(_, feature) => feature && onChoose(feature.name)}
        slotProps={LIST}
        renderGroup={({ key, group, children }) => (
          <li key={key} role="presentation">
            <div className={styles.category} aria-hidden="true">
              {group}
            </div>
            <Box component="ul" role="group" aria-label={group}>
              {children}
            </Box>
          </li>
        )}
        renderInput={({ slotProps: { input, htmlInput } }) => <InputBase {...input} inputProps={htmlInput} />}
      />
    </div>
  );
}

interface LabelFieldProps {
  outcome: Feature;
  label: string | null;
  onChoose: (label: string | null) => void;
}

const ANY = "";

function LabelField({ outcome, label, onChoose }: LabelFieldProps) {
  const id = useId();
  const labels = labelsOf(outcome).map((value) => ({ value, label: labelName(outcome, value) }));
  const any = hasOccurrence(outcome) ? [{ value: ANY, label: "Any" }] : [];
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>Label</label>
      <SelectField
        id={id}
        value={label ?? ANY}
        choices={[...any, ...labels]}
        onChoose={(chosen) => onChoose(chosen === ANY ? null : chosen)}
      />
    </div>
  );
}
