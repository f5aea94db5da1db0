// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ShownHint, watchHints } from "./hints";

let shown: ShownHint | null;
let stop: () => void;
const near = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<button id="a" data-hint="A"><b>x</b></button><button id="b" data-hint="B">y</button><p>z</p>';
  shown = null;
  near.mockClear();
  stop = watchHints(
    document,
    (hint) => {
      shown = hint;
    },
    near,
  );
});

afterEach(() => {
  stop();
});

const over = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event("pointerover", { bubbles: true }));

it("opens after 700 ms of rest", () => {
  over("#a b");
  vi.advanceTimersByTime(699);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown?.text).toBe("A");
});

it("opens after 200 ms where the target is one that asks for it", () => {
  document.querySelector("#a")?.setAttribute("data-hint-delay", "200");
  over("#a");
  vi.advanceTimersByTime(199);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown?.text).toBe("A");
});

it("opens the next at once within 300 ms, and not after", () => {
  over("#a");
  vi.advanceTimersByTime(700);
  over("p");
  expect(shown).toBeNull();
  vi.advanceTimersByTime(299);
  over("#b");
  vi.advanceTimersByTime(0);
  expect(shown?.text).toBe("B");
  over("p");
  vi.advanceTimersByTime(301);
  over("#a");
  vi.advanceTimersByTime(0);
  expect(shown).toBeNull();
});

it("closes on Escape", () => {
  over("#a");
  vi.advanceTimersByTime(700);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(shown).toBeNull();
});

it("gives what stands below it in quieter type", () => {
  document.querySelector("#a")?.setAttribute("data-hint-exact", "A = 1");
  over("#a");
  vi.advanceTimersByTime(700);
  expect([shown?.text, shown?.exact]).toEqual(["A", "A = 1"]);
});

it("says that one is about to open as soon as it is pointed at, and of nothing else", () => {
  over("p");
  expect(near).not.toHaveBeenCalled();
  over("#a b");
  expect(near).toHaveBeenCalledOnce();
  expect(shown).toBeNull();
});
