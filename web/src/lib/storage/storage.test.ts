// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { browserStorage, isRecord, parsedText } from "./storage";

afterEach(() => {
  vi.restoreAllMocks();
  browserStorage.remove("a");
});

it("keeps a text where the browser does", () => {
  expect(browserStorage.write("a", "1")).toBe(true);
  expect(localStorage.getItem("a")).toBe("1");
  browserStorage.remove("a");
  expect(browserStorage.read("a")).toBeNull();
});

it("knows a text the browser refused until the page closes, and says that it was refused", () => {
  browserStorage.write("a", "old");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(browserStorage.write("a", "new")).toBe(false);
  expect(browserStorage.read("a")).toBe("new");
  vi.restoreAllMocks();
  expect(browserStorage.write("a", "newer")).toBe(true);
  expect(browserStorage.read("a")).toBe("newer");
});

it("works where even naming the storage throws", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  expect(browserStorage.read("a")).toBeNull();
  expect(browserStorage.write("a", "1")).toBe(false);
  expect(browserStorage.read("a")).toBe("1");
  browserStorage.remove("a");
  expect(browserStorage.read("a")).toBeNull();
});

it("reads JSON, and undefined where there is none", () => {
  expect([null, "", "{", "null", '{"a":1}'].map(parsedText)).toEqual([
    undefined,
    undefined,
    undefined,
    null,
    { a: 1 },
  ]);
  expect([{}, [], null, "x"].map(isRecord)).toEqual([true, false, false, false]);
});
