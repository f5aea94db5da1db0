import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectTheme, themeToggled } from "@/lib/state/ui-slice";
import { SettingsSection } from "./settings-section";

const THEMES = [
  { name: "light", label: "Light" },
  { name: "dark", label: "Dark" },
];

/** The theme, which the header's button changes too. */
export function AppearanceSettings() {
  const dispatch = useAppDispatch();
  const theme = useAppSelector(selectTheme);
  return (
    <SettingsSection title="Theme">
      <RadioGroup row aria-label="Theme" value={theme} onChange={() => dispatch(themeToggled())}>
        {THEMES.map(({ name, label }) => (
          <FormControlLabel key={name} value={name} label={label} control={<Radio />} />
        ))}
      </RadioGroup>
    </SettingsSection>
  );
}
