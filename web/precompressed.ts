import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const PACKED = /\.(js|css|svg|json|txt|map)$/;
const LEAST_BYTES = 1024;

/** Lays a .br and a .gz beside every text file of the build, so that no request waits for a compressor. */
export function precompressed(): Plugin {
  let folder = "";
  return {
    name: "precompressed",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: () => {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (PACKED.test(file)) pack(join(folder, file));
      }
    },
  };
}

function pack(path: string) {
  const content = readFileSync(path);
  if (content.length < LEAST_BYTES) return;
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: hint }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
