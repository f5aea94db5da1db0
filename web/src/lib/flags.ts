/** What a build has switched on; fixed when it is built, by the `VITE_` variables named here. */
export interface Flags {
  /** VITE_CHARTS: the chart screen with its price-action signals. */
  charts: boolean;
  /** VITE_DARK_MODE: the dark theme and its toggle. */
  darkMode: boolean;
  /** VITE_PDF_EXPORT: PDF among the export formats. */
  pdfExport: boolean;
  /** VITE_EXPORTS: files of days and statistics; without it /export is a placeholder. */
  exports: boolean;
  /** VITE_SETTINGS: what can be set on /settings; without it the page is a placeholder. */
  settings: boolean;
  /** VITE_APP_PROFILE: the tier of a visitor of whom the server names none. */
  appProfile: "lite" | "standard" | "pro";
  /** VITE_ENVIRONMENT: named in usage events, so that a trial's are told from the real ones. */
  environment: "production" | "development";
  /** VITE_MOCK_AUTHENTICATION: an address without entry parameters enters as a made-up visitor. */
  mockAuthentication: boolean;
}

type Variables = Record<string, unknown>;

const isOn = (text: unknown, otherwise: boolean) => (text === undefined ? otherwise : text === "1");

function oneOf<Name extends string>(names: readonly Name[], text: unknown, otherwise: Name): Name {
  return names.find((name) => name === text) ?? otherwise;
}

export function readFlags(variables: Variables): Flags {
  return {
    charts: isOn(variables.VITE_CHARTS, true),
    darkMode: isOn(variables.VITE_DARK_MODE, true),
    pdfExport: isOn(variables.VITE_PDF_EXPORT, true),
    exports: isOn(variables.VITE_EXPORTS, true),
    settings: isOn(variables.VITE_SETTINGS, true),
    appProfile: oneOf(["lite", "standard", "pro"], variables.VITE_APP_PROFILE, "standard"),
    environment: oneOf(["production", "development"], variables.VITE_ENVIRONMENT, "production"),
    mockAuthentication: isOn(variables.VITE_MOCK_AUTHENTICATION, false),
  };
}

export const flags: Flags = readFlags(import.meta.env);
