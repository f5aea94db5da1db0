import "@testing-library/jest-dom/vitest";
import "vitest-canvas-mock";
import { cleanup, configure } from "@testing-library/react";
import { setPlatformAPI } from "echarts/core";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { endCalls } from "./calls";
import { server } from "./server";

/** Machines are noisy: waiting ends when the text is there, not when a second is over. */
configure({ asyncUtilTimeout: 20_000 });

/** The page under test has room for its sidebar. */
const WIDE = { matches: false, addEventListener() {}, removeEventListener() {} };
vi.stubGlobal("matchMedia", () => WIDE);

/** Nothing has a size, and what is in sight is never said. */
class Unmeasured {
  observe() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", Unmeasured);
vi.stubGlobal("IntersectionObserver", Unmeasured);

/** ECharts measures texts without a canvas: tests that stand one in would leave theirs to the next file. */
setPlatformAPI({ measureText: (text: string) => ({ width: 6 * text.length }) });

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));

/** What a store of an earlier test kept after its end is not this one's. */
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  endCalls();
  vi.useRealTimers();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  for (const left of document.head.querySelectorAll("head > :not([data-emotion])")) left.remove();
  document.body.replaceChildren();
});

afterAll(() => server.close());
