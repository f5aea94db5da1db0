import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "./server";

/** Machines are noisy: waiting ends when the text is there, not when a second is over. */
configure({ asyncUtilTimeout: 20_000 });

/** The page under test has room for its sidebar. */
const WIDE = { matches: false, addEventListener() {}, removeEventListener() {} };
vi.stubGlobal("matchMedia", () => WIDE);

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));

afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
});

afterAll(() => server.close());
