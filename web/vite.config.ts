/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("."),
  plugins: [react()],
  resolve: { alias: { "@": at("./src") } },
  build: {
    chunkSizeWarningLimit: 600,
    outDir: at("../build/web"),
    emptyOutDir: true,
  },
  server: { proxy: { "/api": `http://127.0.0.1:${process.env.API_PORT ?? "8000"}` } },
  test: {
    environment: "jsdom",
    testTimeout: 60_000,
    setupFiles: [at("./src/lib/testing/setup.ts")],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
