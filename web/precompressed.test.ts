import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { precompressed } from "./precompressed";

const LONG = "export const days = [];\n".repeat(200);

test("the build lays a packed copy beside every text file and beside nothing else", () => {
  const root = mkdtempSync(join(tmpdir(), "build-"));
  mkdirSync(join(root, "out/assets"), { recursive: true });
  const at = (file: string) => join(root, "out", file);
  for (const file of [
    "assets/app-1a.js",
    "assets/app-1a.css",
    "licences.txt",
    "assets/inter.woff2",
    "index.html",
  ]) {
    writeFileSync(at(file), LONG);
  }
  writeFileSync(at("icon.svg"), "<svg/>");
  const plugin = precompressed() as unknown as { configResolved(given: object): void; closeBundle(): void };
  plugin.configResolved({ root, build: { outDir: "out" } });
  plugin.closeBundle();
  for (const file of ["assets/app-1a.js", "assets/app-1a.css", "licences.txt"]) {
    expect(gunzipSync(readFileSync(at(`${file}.gz`))).toString()).toBe(LONG);
    expect(brotliDecompressSync(readFileSync(at(`${file}.br`))).toString()).toBe(LONG);
    expect(statSync(at(`${file}.br`)).size).toBeLessThan(LONG.length / 10);
  }
  for (const file of ["assets/inter.woff2", "index.html", "icon.svg"]) {
    expect(existsSync(at(`${file}.br`)) || existsSync(at(`${file}.gz`))).toBe(false);
  }
});
