import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Place } from "./tasks";

const LIBRARY = "@testing-library/dom/dist/@testing-library/dom.umd.min.js";

/** Testing Library, for browsers that have no search by role: evaluated in the page it is `TestingLibraryDom`. */
export const SEARCH = readFileSync(createRequire(import.meta.url).resolve(LIBRARY), "utf8");

/** A place as JSON bears it, the outermost first. */
export type Steps = { role: string; name: string | { source: string; flags: string } }[];

export function stepsTo({ role, name, within }: Place): Steps {
  const own = typeof name === "string" ? name : { source: name.source, flags: name.flags };
  return [...(within ? stepsTo(within) : []), { role, name: own }];
}

declare global {
  var TestingLibraryDom: typeof import("@testing-library/dom");
}

/** In the page: the first element that is seen at the end of the steps; null where there is none. */
export function found(steps: Steps): Element | null {
  let elements: Element[] = [document.body];
  for (const { role, name } of steps) {
    const wanted = typeof name === "string" ? name : new RegExp(name.source, name.flags);
    elements = elements
      .flatMap((element) => TestingLibraryDom.queryAllByRole(element as HTMLElement, role, { name: wanted }))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0);
  }
  return elements[0] ?? null;
}
