// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { ProfileAnswer } from "@/api/generated";
import { formatsOf, offered, reasonFor } from "./export-buttons";

const profile = (display_name: string, permission: boolean | string[]) =>
  ({ display_name, limits: { features: { export: permission } } }) as unknown as ProfileAnswer;
const PROFILES = [
  profile("ESSENTIALS", false),
  profile("STANDARD", ["csv", "png"]),
  profile("PRO", ["csv", "xlsx", "pdf", "png", "svg"]),
];

it("a permission is a yes, a no or a list", () => {
  expect(formatsOf(true)).toEqual(["csv", "xlsx", "pdf"]);
  expect(formatsOf(false)).toEqual([]);
  expect(formatsOf(["png", "csv"])).toEqual(["csv"]);
});

it("the preferred format is offered first", () => {
  expect(offered("pdf")).toEqual(["pdf", "csv", "xlsx"]);
});

it("what is kept back names the subscription it comes with", () => {
  expect(reasonFor(["csv", "xlsx", "pdf"], ["csv"], PROFILES)).toBe("Excel and PDF come with PRO.");
  expect(reasonFor(["csv", "xlsx", "pdf"], [], PROFILES)).toBe(
    "CSV comes with STANDARD. Excel and PDF come with PRO.",
  );
  expect(reasonFor(["csv"], ["csv"], PROFILES)).toBe("");
});
