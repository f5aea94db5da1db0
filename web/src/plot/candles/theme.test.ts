import { expect, test } from "vitest";
import { isFaint, readTheme } from "./theme";

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
