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

const tests = readdirSync(at("src"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({ path: `src/${file}`, text: readFileSync(at(`src/${file}`), "utf8") }));

/** Test files that change modules. */
const alone = tests.filter(({ text }) => /vi\.(mock|resetModules)\(/.test(text)).map(({ path }) => path);

/** Those that need no page: a `.test.ts` that needs one says so. */
const pageless = tests
  .filter(({ path, text }) => path.endsWith(".ts") && !text.includes("@vitest-environment jsdom"))
  .map(({ path }) => path)
  .filter((path) => !alone.includes(path));

const sameExamples = at("./src/lib/testing/same-examples.ts");
const page = { environment: "jsdom", setupFiles: [at("./src/lib/testing/setup.ts"), sameExamples] };

/** A chunk of what the page needs before it can show anything; `docs.html` shares none of it. */
const firstLoad = (name: string, path: RegExp) => ({
  name,
  tags: ["$initial" as const],
  test: (id: string) => path.test(id) && !/\/src\/docs\/|\/docs\.html|swagger-ui/.test(id),
});

export default defineConfig({
  root: at("."),
  plugins: [react(), notices(LICENCES), precompressed()],
  resolve: { alias: { "@": at("./src") } },
  build: {
    chunkSizeWarningLimit: 600,
    outDir: at("../build/web"),
    emptyOutDir: true,
    license: { fileName: LICENCES },
    // It would be a file of its own for two pages; the browsers without it fetch the same a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [at("./index.html"), at("./docs.html")],
      // In chunks of its own per set of users, the first load is 70 requests that each lazy part lists again.
      output: {
        codeSplitting: { groups: [firstLoad("libraries", /\/node_modules\//), firstLoad("page", /./)] },
      },
    },
  },
  server: { proxy: { "/api": `http://127.0.0.1:${process.env.API_PORT ?? "8000"}` } },
  test: {
    testTimeout: 60_000,
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
    maxWorkers: 2,
    // What a test leaves is collected in fewer, larger rounds.
    execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=64"],
    projects: [
      { extends: true, test: { ...page, name: "alone", include: alone } },
      {
        extends: true,
        test: {
          ...page,
          name: "together",
          exclude: [...configDefaults.exclude, ...alone, ...pageless],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "pageless", include: pageless, isolate: false, setupFiles: [sameExamples] },
      },
    ],
  },
});
