import { expect, it } from "vitest";
import { fileName } from "./save-file";

it.each([
  ['attachment; filename="cad-es-2026-03-27-days.csv"', "cad-es-2026-03-27-days.csv"],
  ['attachment; filename="../../etc/passwd"', "session-almanac"],
  [null, "session-almanac"],
])("%s is saved as %s", (header, name) => expect(fileName(header)).toBe(name));
