import { defineConfig } from "@playwright/test";
import { ADDRESS, COURSE_SITE, PORT } from "./address";

const ROOT = `${import.meta.dirname}/../..`;

/** Debian's Chromium against the real service over the sample sessions; nothing is downloaded or simulated. */
export default defineConfig({
  testDir: ".",
  outputDir: `${ROOT}/build/e2e/${PORT}/results`,
  reporter: [["list"]],
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A busy machine's hiccup is tried once more, and the list names the test as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: ADDRESS,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    reducedMotion: "reduce",
    trace: "off",
    launchOptions: {
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        // A page lives for seconds: V8's last optimisation costs more than it brings.
        "--js-flags=--no-opt",
      ],
    },
  },
  projects: [{ name: "chromium" }],
  webServer: {
    command: `tests/e2e/serve ${PORT}`,
    cwd: ROOT,
    env: { COURSE_SITE, ALMANAC_WEB: process.env.E2E_PAGE ?? "build/web" },
    url: `${ADDRESS}/readyz`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
