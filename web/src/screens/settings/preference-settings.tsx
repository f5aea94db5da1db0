import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useFeaturesByName } from "@/api/catalogue";
import {
  type ExportFormat,
  type PreferencesState,
  preferencesChosen,
} from "@/kept/preferences/preferences-slice";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { SelectField } from "@/kit/fields/fields";
import { flags } from "@/lib/flags";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { type Theme, themeChosen } from "@/lib/state/ui-slice";
import { filterWords } from "@/question/filter-words";
import { idOf, isDates } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";
import { FIRST_FORMAT, USE_ACTIVE_FILTERS } from "./words";

function usePreferences() {
  const dispatch = useAppDispatch();
  const preferences = useAppSelector((state) => state.preferences);
  const choose = (chosen: Partial<PreferencesState>) => void dispatch(preferencesChosen(chosen));
  return { ...preferences, choose };
}

/** The theme, which the header's button changes too. */
export function AppearanceSettings() {
  const dispatch = useAppDispatch();
  const theme = useAppSelector(({ ui }) => ui.theme);
  return (
    <SettingsSection title="Theme">
      <RadioGroup
        row
        aria-label="Theme"
        value={theme}
        onChange={(_, chosen) => dispatch(themeChosen(chosen as Theme))}
      >
        <FormControlLabel value="light" label="Light" control={<Radio />} />
        <FormControlLabel value="dark" label="Dark" control={<Radio />} />
        <FormControlLabel value="system" label="System" control={<Radio />} />
      </RadioGroup>
    </SettingsSection>
  );
}

/** How the dashboard's cards are spaced. */
export function CardSettings() {
  const { compactCards, choose } = usePreferences();
  return (
    <SettingsSection title="Cards">
      <Check
        label="Compact cards"
        checked={compactCards}
        onChange={(isOn) => choose({ compactCards: isOn })}
      />
    </SettingsSection>
  );
}

/** The filters a visit starts with. */
export function DefaultFilterSettings() {
  const features = useFeaturesByName();
  const { defaultFilters, choose } = usePreferences();
  const active = useAppSelector(selectActive);
  const isEmpty = defaultFilters.length === 0;
  return (
    <SettingsSection title="Default filters">
      <p>Used when you start without a link and without filters from the last 24 hours.</p>
      {isEmpty ? (
        <p className={styles.none}>No default filters</p>
      ) : (
        <ul className={styles.filters} aria-label="Default filters">
          {defaultFilters.map((filter) => (
            <li key={idOf(filter)}>
              {filterWords(isDates(filter) ? { ...filter, feature: "Date range" } : filter, features)}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.ways}>
        <Button disabled={active.length === 0} onClick={() => choose({ defaultFilters: active })}>
          {USE_ACTIVE_FILTERS}
        </Button>
        <Button look="quiet" disabled={isEmpty} onClick={() => choose({ defaultFilters: [] })}>
          Clear default filters
        </Button>
      </div>
    </SettingsSection>
  );
}

const FORMATS = [
  { value: "csv", label: "CSV" },
  { value: "xlsx", label: "Excel" },
  ...(flags.pdfExport ? [{ value: "pdf", label: "PDF" }] : []),
];

/** The format an export offers first. */
export function ExportSettings() {
  const { exportFormat, choose } = usePreferences();
  return (
    <SettingsSection title="Export">
      <label className={styles.field}>
        {FIRST_FORMAT}
        <SelectField
          value={exportFormat}
          choices={FORMATS}
          onChoose={(format) => choose({ exportFormat: format as ExportFormat })}
        />
      </label>
    </SettingsSection>
  );
}
