/// <reference types="vitest/config" />
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { configDefaults } from "vitest/config";
import { notices } from "./notices.ts";
import { precompressed } from "./precompressed.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const LICENCES = "licenses.txt";

/** Test files that change modules. */
const alone = readdirSync(at("src"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /vi\.(mock|resetModules)\(/.test(readFileSync(at(`src/${file}`), "utf8")))
  .map((file) => `src/${file}`);

export default defineConfig({
  root: at("."),
  plugins: [react(), notices(LICENCES), precompressed()],
  resolve: { alias: { "@": at("./src") } },
  build: {
    chunkSizeWarningLimit: 600,
    outDir: at("../build/web"),
    emptyOutDir: true,
    license: { fileName: LICENCES },
  },
  server: { proxy: { "/api": `http://127.0.0.1:${process.env.API_PORT ?? "8000"}` } },
  test: {
    environment: "jsdom",
    testTimeout: 60_000,
    setupFiles: [at("./src/lib/testing/setup.ts")],
    css: { modules: { classNameStrategy: "non-scoped" } },
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: { name: "together", exclude: [...configDefaults.exclude, ...alone], isolate: false },
      },
    ],
  },
});
