import { expect, it } from "vitest";
import { flags, readFlags } from "./flags";

it("a build without variables has charts, dark mode, exports, PDF and settings, standard, in production, no mock entry", () => {
  expect(flags).toEqual({
    charts: true,
    darkMode: true,
    pdfExport: true,
    exports: true,
    settings: true,
    appProfile: "standard",
    environment: "production",
    mockAuthentication: false,
  });
});

it("each variable switches its own flag", () => {
  const variables = {
    VITE_CHARTS: "0",
    VITE_DARK_MODE: "0",
    VITE_PDF_EXPORT: "0",
    VITE_EXPORTS: "0",
    VITE_SETTINGS: "0",
    VITE_APP_PROFILE: "lite",
    VITE_ENVIRONMENT: "development",
    VITE_MOCK_AUTHENTICATION: "1",
  };
  expect(readFlags(variables)).toEqual({
    charts: false,
    darkMode: false,
    pdfExport: false,
    exports: false,
    settings: false,
    appProfile: "lite",
    environment: "development",
    mockAuthentication: true,
  });
});

it("an unknown tier or environment is the usual one", () => {
  const read = readFlags({ VITE_APP_PROFILE: "gold", VITE_ENVIRONMENT: "moon" });
  expect([read.appProfile, read.environment]).toEqual(["standard", "production"]);
});
