import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectTheme, themeToggled } from "@/lib/state/ui-slice";
import styles from "./settings.module.css";
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
      <div className={styles.choices} role="radiogroup" aria-label="Theme">
        {THEMES.map(({ name, label }) => (
          <label key={name} className={styles.choice}>
            <input
              type="radio"
              name="theme"
              checked={theme === name}
              onChange={() => dispatch(themeToggled())}
            />
            {label}
          </label>
        ))}
      </div>
    </SettingsSection>
  );
}
