const isOn = (text: unknown, otherwise: boolean) => (text === undefined ? otherwise : text === "1");

function oneOf<const Name extends string>(names: readonly Name[], text: unknown, otherwise: Name): Name {
  return names.find((name) => name === text) ?? otherwise;
}

/** What a build has switched on; fixed when it is built. */
export function readFlags(variables: Record<string, unknown>) {
  return {
    /** The chart screen with its price-action signals. */
    charts: isOn(variables.VITE_CHARTS, true),
    /** The dark theme and its toggle. */
    darkMode: isOn(variables.VITE_DARK_MODE, true),
    /** PDF among the export formats. */
    pdfExport: isOn(variables.VITE_PDF_EXPORT, true),
    /** Files of days and statistics; without it /export is a placeholder. */
    exports: isOn(variables.VITE_EXPORTS, true),
    /** What can be set on /settings; without it the page is a placeholder. */
    settings: isOn(variables.VITE_SETTINGS, true),
    /** The tier of a visitor of whom the server names none. */
    appProfile: oneOf(["lite", "standard", "pro"], variables.VITE_APP_PROFILE, "standard"),
    /** Named in usage events, so that a trial's are told from the real ones. */
    environment: oneOf(["production", "development"], variables.VITE_ENVIRONMENT, "production"),
    /** An address without entry parameters enters as a made-up visitor. */
    mockAuthentication: isOn(variables.VITE_MOCK_AUTHENTICATION, false),
  };
}

export const flags = readFlags(import.meta.env);
