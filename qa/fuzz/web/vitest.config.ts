import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the page reads from addresses and storages, against texts nobody would write; not part of `vitest run`. */
export default defineConfig({
  root: at("."),
  resolve: { alias: { "@": at("../../../web/src") } },
  cacheDir: at("../../../build/.vite-fuzz"),
  test: {
    environment: "node",
    setupFiles: [at("./storages.ts")],
    include: ["*.fuzz.ts"],
    testTimeout: 3_600_000,
    maxWorkers: 1,
  },
});
