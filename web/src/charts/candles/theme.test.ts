import { expect, test } from "vitest";
import { isFaint, mixed, readTheme } from "./theme";

test("the page's variables are written out", () => {
  const theme = readTheme({ getPropertyValue: (name) => (name.endsWith("divider") ? " #272F3A" : "") });
  expect(theme).toMatchObject({ grid: "#272F3A", surface: "#FFFFFF" });
});

test("a colour below 3:1 against the surface is faint", () => {
  expect(isFaint("#404040", "#171C24")).toBe(true);
  expect(isFaint("#00FFFF", "#FFFFFF")).toBe(true);
  expect(isFaint("#404040", "#FFFFFF")).toBe(false);
  expect(isFaint("#0080FF", "#FFFFFF")).toBe(false);
});

test("a part of one colour over another", () => {
  expect(mixed("#000000", "#FFFFFF", 0.5)).toBe("#808080");
  expect(mixed("#FF0000", "#0000FF", 0)).toBe("#0000ff");
});
