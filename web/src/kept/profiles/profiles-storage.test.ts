// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { isRecord } from "@/lib/storage/storage";
import { entryName, idOf, loadProfiles, storeActive, storeProfiles } from "./profiles-storage";
import type { ProfileType } from "./profiles-type";

interface Lines {
  hoy: boolean;
}

const lines: ProfileType<Lines> = {
  kind: "lines",
  heading: "Reference Line Profiles",
  noun: "reference line profile",
  defaults: { hoy: true },
  read: (stored) => (isRecord(stored) && typeof stored.hoy === "boolean" ? { hoy: stored.hoy } : null),
  select: () => ({ hoy: true }),
  apply: () => ({ type: "applied" }),
};

const ENTRY = entryName("lines");
const aside = () => JSON.parse(localStorage.getItem(`${ENTRY}.aside`) ?? "null");
const profile = (id: string, parts: object = {}) => ({
  id,
  name: id,
  settings: { hoy: false },
  createdAt: 5,
  ...parts,
});
const keep = (...profiles: unknown[]) =>
  localStorage.setItem(ENTRY, JSON.stringify({ activeId: "a", profiles }));

it("gives back what was stored, and which one is active", () => {
  storeProfiles("lines", "a", () => [profile("a"), profile("b")]);
  expect(loadProfiles(lines)).toEqual({ profiles: [profile("a"), profile("b")], activeId: "a", leftOut: [] });
});

it("each kind has an entry of its own", () => {
  storeProfiles("lines", null, () => [profile("a")]);
  storeProfiles("ama", null, () => [profile("b")]);
  expect(loadProfiles(lines)?.profiles.map(({ id }) => id)).toEqual(["a"]);
});

it.each([
  ["a number", 7, "one without a name"],
  ["nothing", null, "one without a name"],
  ["a blank name", profile("x", { name: "  " }), "one without a name"],
  ["no id", profile("x", { id: 7 }), "x"],
  ["settings of another version", profile("x", { settings: { hoy: "yes" } }), "x"],
  ["no settings", profile("x", { settings: undefined }), "x"],
  ["an id that is taken", profile("a", { name: "twin" }), "twin"],
])("drops and names %s, keeps the rest, and keeps what was dropped aside", (_, bad, name) => {
  keep(profile("a"), bad, profile("b"));
  const { profiles, activeId, leftOut } = loadProfiles(lines) ?? {};
  expect(profiles?.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(activeId).toBe("a");
  expect(leftOut).toEqual([name]);
  expect(aside()).toEqual([JSON.parse(JSON.stringify(bad))]);
  expect(loadProfiles(lines)?.leftOut, "it is named once").toEqual([]);
});

it.each(["not json", '"text"', "[]", "{}", '{"profiles":{"length":3}}'])(
  "a list that is none is kept aside as it is: %s",
  (text) => {
    localStorage.setItem(ENTRY, text);
    expect(loadProfiles(lines)).toEqual({ profiles: [], activeId: null, leftOut: ["the whole list"] });
    expect(aside()).toEqual([text]);
    storeProfiles("lines", null, () => [profile("a")]);
    expect(loadProfiles(lines)?.profiles).toHaveLength(1);
  },
);

it("an attacker's entry gives its known parts only, and a name no longer than a typed one", () => {
  localStorage.setItem(
    ENTRY,
    `{"profiles":[{"id":"a","name":"${"<b>".repeat(50)}","settings":{"hoy":true,"__proto__":{"evil":1}},"createdAt":1e999,"evil":1}]}`,
  );
  const [read] = loadProfiles(lines)?.profiles ?? [];
  expect(read).toEqual({ id: "a", name: "<b>".repeat(20), settings: { hoy: true }, createdAt: 0 });
  expect("evil" in {}).toBe(false);
});

it("a change is made on what another tab stored meanwhile", () => {
  storeProfiles("lines", null, () => [profile("a")]);
  keep(profile("a"), profile("theirs"));
  storeProfiles("lines", "mine", (entries) => [...entries, profile("mine")]);
  expect(loadProfiles(lines)?.profiles.map(idOf)).toEqual(["a", "theirs", "mine"]);
});

it("a tab keeps its own active profile, a new one starts with the last of all", () => {
  storeProfiles("lines", "a", () => [profile("a"), profile("b")]);
  localStorage.setItem(ENTRY, JSON.stringify({ activeId: "b", profiles: [profile("a"), profile("b")] }));
  expect(loadProfiles(lines)?.activeId).toBe("a");
  storeActive("lines", null);
  expect(loadProfiles(lines)?.activeId).toBeNull();
  keep(profile("a"));
  sessionStorage.clear();
  expect(loadProfiles(lines)?.activeId).toBe("a");
});

it("an active profile that is not there is none", () => {
  keep(profile("b"));
  expect(loadProfiles(lines)?.activeId).toBeNull();
});

it("a closed storage holds no list, and a full one refuses without losing what it holds", () => {
  keep(profile("a"), 7);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(loadProfiles(lines)).toMatchObject({ profiles: [profile("a")], leftOut: ["one without a name"] });
  expect(() => storeProfiles("lines", null, () => [])).toThrow("full");
  expect(JSON.parse(localStorage.getItem(ENTRY) ?? "").profiles).toHaveLength(2);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  expect(loadProfiles(lines)).toBeNull();
});
