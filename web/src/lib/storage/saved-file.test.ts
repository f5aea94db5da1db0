import { describe, expect, it } from "vitest";
import { BadFile, freelyNamed, readSavedFile, savedFile } from "./saved-file";

const right = {
  format: "session-almanac saved",
  version: 1,
  kind: "presets",
  entries: [{ name: "a", at: 1 }],
};
const read = (content: unknown, kind: "presets" | "dashboard" = "presets") =>
  readSavedFile(
    new Blob([typeof content === "string" ? content : JSON.stringify(content)]),
    kind,
    ({ at }) => {
      if (typeof at !== "number") throw new BadFile("at: expected a number");
      return { at };
    },
  );

it("a file reads as what was written", async () => {
  const text = await savedFile("presets", [{ name: "a" }]).text();
  expect(JSON.parse(text)).toEqual({ ...right, entries: [{ name: "a" }] });
  expect(await read(right)).toEqual([{ name: "a", at: 1 }]);
});

describe("a bad file is refused with its field and what was expected", () => {
  const name60 = "expected 1 to 60 letters";
  it.each([
    ["", "content: expected a file that was exported here"],
    ["{half", "content: expected a file that was exported here"],
    ["[]", "content: expected a file that was exported here"],
    ["[".repeat(9_000) + "]".repeat(9_000), "content: expected a file that was exported here"],
    [{ ...right, format: "other" }, 'format: expected "session-almanac saved"'],
    [{ ...right, version: 2 }, "version: expected 1"],
    [{ ...right, kind: "ama" }, 'kind: expected "presets"'],
    [{ ...right, entries: {} }, "entries: expected a list of 1 to 500"],
    [{ ...right, entries: [] }, "entries: expected a list of 1 to 500"],
    [{ ...right, entries: Array(501).fill(right.entries[0]) }, "entries: expected a list of 1 to 500"],
    [{ ...right, entries: [...right.entries, 7] }, "entry 2: expected a name and what it stands for"],
    [{ ...right, entries: [{ name: " " }] }, `entry 1, name: ${name60}`],
    [{ ...right, entries: [{ name: "x".repeat(61), at: 1 }] }, `entry 1, name: ${name60}`],
    [{ ...right, entries: [{ name: "a", at: "1" }] }, "entry 1 (a), at: expected a number"],
  ])("%j", async (content, why) => {
    await expect(read(content)).rejects.toThrow(new BadFile(why));
  });

  it("of more than 1 MB is not read", async () => {
    await expect(read(" ".repeat(1_000_001))).rejects.toThrow("size: expected at most 1 MB");
  });
});

it("a taken name gets the next free number, within the longest name", () => {
  const long = "x".repeat(60);
  const named = freelyNamed(
    [{ name: "a" }, { name: "a" }, { name: "b" }, { name: long }],
    ["a", "a (2)", long],
  );
  expect(named.map(({ name }) => name)).toEqual(["a (3)", "a (4)", "b", `${"x".repeat(56)} (2)`]);
});
