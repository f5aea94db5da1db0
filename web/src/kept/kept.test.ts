// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { kept } from "./kept";

const numbers = kept<number[]>("session-almanac.numbers", {
  first: { value: [0], unread: 0 },
  read: (stored) => (Array.isArray(stored) ? { value: stored, unread: 0 } : { value: [], unread: 1 }),
  write: (value) => value.toReversed(),
});

it("an entry is read as it was kept, has its first value before, and says what it cannot read", () => {
  expect(numbers.load()).toEqual({ value: [0], unread: 0 });
  expect(numbers.keep([1, 2])).toBe(true);
  expect(localStorage.getItem(numbers.name)).toBe("[2,1]");
  expect(numbers.load()).toEqual({ value: [2, 1], unread: 0 });
  expect(numbers.parse("{half")).toEqual({ value: [], unread: 1 });
});

it("a storage that is full keeps the entry of before, and the page knows the new one until it closes", () => {
  numbers.keep([1]);
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(numbers.keep([2])).toBe(false);
  expect(localStorage.getItem(numbers.name)).toBe("[1]");
  expect(numbers.load().value).toEqual([2]);
  full.mockRestore();
  expect(numbers.keep([3])).toBe(true);
});

it("what another tab does with the entry is followed, until it is stopped", () => {
  const changed = vi.fn();
  const stop = numbers.follow(changed);
  for (const key of [numbers.name, null, "session-almanac.other"])
    window.dispatchEvent(new StorageEvent("storage", { key }));
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  window.dispatchEvent(new StorageEvent("storage", { key: numbers.name }));
  expect(changed).toHaveBeenCalledTimes(2);
});
