import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** The module as another tab would load it. */
async function aTab() {
  vi.resetModules();
  return import("./tab-lock");
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("without the browser's locks", () => {
  it("tabs that ask in the same moment run one after the other", async () => {
    const tabs = [await aTab(), await aTab(), await aTab()];
    let [running, most] = [0, 0];
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await pause(20);
      running -= 1;
    };
    await Promise.all(tabs.map(({ withTabLock }) => withTabLock(task)));
    expect(most).toBe(1);
  });

  it("a task that fails gives its turn back", async () => {
    const { withTabLock } = await aTab();
    await expect(withTabLock(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withTabLock(async () => "next")).toBe("next");
  });

  it("a tab that died in its turn holds nobody up for good", async () => {
    localStorage.setItem("session-almanac.lock", JSON.stringify({ holder: "dead", until: Date.now() - 1 }));
    const { withTabLock } = await aTab();
    expect(await withTabLock(async () => "mine")).toBe("mine");
  });
});

it("the browser's own lock is used where there is one", async () => {
  const request = vi.fn((_name: string, task: () => Promise<unknown>) => task());
  vi.stubGlobal("navigator", { locks: { request } });
  const { withTabLock } = await aTab();
  expect(await withTabLock(async () => "mine")).toBe("mine");
  expect(request).toHaveBeenCalledWith("session-almanac.lock", expect.any(Function));
  expect(localStorage.length).toBe(0);
});
