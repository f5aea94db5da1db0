import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const PACKAGE = /^## (\S+) - /gm;
const NOTICE = /^(copyright)?notice(\.txt|\.md)?$|^swagger-ui-bundle\.js\.LICENSE\.txt$/i;

/** Adds to the build's file of licences the notices that packages come with, and licences of what is inside them. */
export function notices(file: string): Plugin {
  let [root, folder] = ["", ""];
  return {
    name: "notices",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      const path = join(folder, file);
      const licences = readFileSync(path, "utf8");
      const packages = new Set([...licences.matchAll(PACKAGE)].map(([, name = ""]) => name));
      const found = [...packages].flatMap((name) => noticesOf(join(root, "../node_modules", name), name));
      writeFileSync(path, [licences.trimEnd(), ...found].join("\n\n").concat("\n"));
    },
  };
}

function noticesOf(folder: string, name: string): string[] {
  if (!existsSync(folder)) return [];
  const inside = existsSync(join(folder, "licenses")) ? readdirSync(join(folder, "licenses")) : [];
  const files = [
    ...readdirSync(folder).filter((file) => NOTICE.test(file)),
    ...inside.map((file) => `licenses/${file}`),
  ];
  return files.map((file) => `## ${name}: ${file}\n\n${readFileSync(join(folder, file), "utf8").trim()}`);
}
