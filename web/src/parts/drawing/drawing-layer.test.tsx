import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keptDrawings } from "@/kept/drawings/drawings-storage";
import { aStore, renderPage } from "@/lib/testing/render";
import { FrameContext } from "@/plot/candles/viewport/frame-context";
import { DrawingLayer } from "./drawing-layer";
import { DrawingRail } from "./drawing-rail";
import { FRAMES } from "./testing";
import { TEXT_FIELD } from "./words";

/** jsdom knows no pointer capture; the layer's corner is the window's. */
beforeEach(() => {
  Element.prototype.setPointerCapture = () => {};
});

function open(kept?: unknown) {
  if (kept !== undefined) localStorage.setItem(keptDrawings.name, JSON.stringify(kept));
  const store = aStore();
  renderPage(
    <FrameContext value={FRAMES}>
      <DrawingRail />
      <div role="application" aria-label="chart">
        <DrawingLayer />
      </div>
    </FrameContext>,
    store,
  );
  const stored = () =>
    JSON.parse(localStorage.getItem(keptDrawings.name) ?? "{}") as Record<string, unknown[]>;
  return {
    user: userEvent.setup(),
    stored,
    drawings: () => store.getState().drawings.shown,
    toasts: () => store.getState().ui.toasts.map(({ message }) => message),
    state: () => store.getState(),
  };
}

const tool = (name: string) => screen.getByRole("button", { name });
const sheet = () => screen.getByRole("application", { name: /arrow keys/ });
const at = (clientX: number, clientY: number, button = 0) => ({ clientX, clientY, button });
const press = (x: number, y: number, button?: number) => fireEvent.pointerDown(sheet(), at(x, y, button));

describe("a tool", () => {
  it("draws a horizontal line with one press, then puts itself down and says so", async () => {
    const { user, drawings, toasts } = open();
    await user.click(tool("Horizontal line"));
    expect(tool("Horizontal line")).toHaveAttribute("aria-pressed", "true");
    press(500, 260);
    expect(drawings()).toMatchObject([{ type: "horizontal_line", y: 5050 }]);
    expect(tool("Horizontal line")).toHaveAttribute("aria-pressed", "false");
    expect(screen.queryByRole("application", { name: /arrow keys/ })).toBeNull();
    expect(toasts()).toEqual(["Horizontal line drawn. The tool is off"]);
  });

  it("draws as the last drawing was made to look", async () => {
    const { user, drawings, state } = open();
    await user.click(tool("Horizontal line"));
    press(500, 260);
    for (const name of ["Style of the selected drawing", "Red", "3 px", "dashed"])
      await user.click(await screen.findByRole("button", { name }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const look = { color: "#E5484D", width: 3, dash: "dashed" };
    expect(state().preferences.drawingStyle).toEqual(look);
    await user.click(tool("Horizontal line"));
    press(500, 300);
    expect(drawings()[1]).toMatchObject(look);
  });

  it.each([
    ["Trend line", "trend_line"],
    ["Rectangle", "rectangle"],
  ])("draws a %s from a press to its release", async (name, type) => {
    const { user, drawings } = open();
    await user.click(tool(name));
    press(195, 260);
    fireEvent.pointerUp(sheet(), at(196, 261));
    expect(drawings()).toEqual([]);
    await user.keyboard("{Escape}");
    press(195, 260);
    fireEvent.pointerMove(sheet(), at(385, 160));
    fireEvent.pointerUp(sheet(), at(385, 160));
    expect(drawings()).toMatchObject([{ type, x1: 12, y1: 5050, x2: 31, y2: 5075 }]);
  });

  it("draws a level line while Shift is held, also from a handle", async () => {
    const { user, drawings } = open();
    await user.click(tool("Trend line"));
    press(185, 260);
    fireEvent.pointerDown(sheet(), { ...at(385, 160), shiftKey: true });
    expect(drawings()).toMatchObject([{ type: "trend_line", y1: 5050, x2: 31, y2: 5050 }]);
    const handle = document.querySelector('[data-handle="x2,y2"]');
    if (!handle) throw new Error("no handle");
    fireEvent.pointerDown(handle, at(385, 260));
    fireEvent.pointerMove(handle, { ...at(485, 100), shiftKey: true });
    fireEvent.pointerUp(handle, { ...at(485, 100), shiftKey: true });
    expect(drawings()).toMatchObject([{ y1: 5050, x2: 41, y2: 5050 }]);
  });

  it.each([
    ["Trend line", "trend_line"],
    ["Rectangle", "rectangle"],
  ])("draws a %s with two presses", async (name, type) => {
    const { user, drawings } = open();
    await user.click(tool(name));
    press(285, 260);
    expect(drawings()).toEqual([]);
    fireEvent.pointerMove(sheet(), at(400, 200));
    press(485, 60);
    expect(drawings()).toMatchObject([{ type, x1: 21, y1: 5050, x2: 41, y2: 5100 }]);
    expect(tool(name)).toHaveAttribute("aria-pressed", "false");
  });

  it("writes a text where it was put, and nothing if nothing is written", async () => {
    const { user, drawings } = open();
    await user.click(tool("Text"));
    press(285, 260);
    await user.type(screen.getByRole("textbox", { name: TEXT_FIELD }), "  {Enter}");
    expect(drawings()).toEqual([]);
    press(285, 260);
    await user.type(screen.getByRole("textbox", { name: TEXT_FIELD }), "gap <fill>{Enter}");
    expect(drawings()).toMatchObject([{ type: "text", x: 21, y: 5050, text: "gap <fill>" }]);
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("listens to the left button alone, and within the plot", async () => {
    const { user, drawings } = open();
    await user.click(tool("Horizontal line"));
    press(500, 260, 2);
    press(500, 260, 1);
    press(40, 260);
    press(500, 480);
    expect(drawings()).toEqual([]);
  });

  it("snaps to a bar's price unless snapping is off", async () => {
    const { user, drawings } = open();
    await user.click(tool("Horizontal line"));
    press(178, 224);
    await user.click(tool("Snap to prices"));
    await user.click(tool("Horizontal line"));
    press(178, 224);
    expect(drawings()).toMatchObject([{ y: 5060 }, { y: 5059 }]);
  });

  it("is put down by Escape, what it had begun first", async () => {
    const { user, drawings } = open();
    await user.click(tool("Rectangle"));
    press(285, 260);
    await user.keyboard("{Escape}");
    expect(tool("Rectangle")).toHaveAttribute("aria-pressed", "true");
    await user.keyboard("{Escape}");
    expect(tool("Rectangle")).toHaveAttribute("aria-pressed", "false");
    expect(drawings()).toEqual([]);
  });

  it("draws by keyboard alone", async () => {
    const { user, drawings } = open();
    await user.click(tool("Trend line"));
    expect(sheet()).toHaveFocus();
    await user.keyboard("{Shift>}{ArrowLeft}{/Shift}{ArrowUp}");
    expect(screen.getByRole("status")).toHaveTextContent(/^Bar 36, 5,050\.25$/);
    await user.keyboard("{Enter}{ArrowRight}{ArrowDown}{Enter}");
    expect(drawings()).toMatchObject([{ type: "trend_line", x1: 36, y1: 5050.25, x2: 37, y2: 5050 }]);
    expect(screen.getByRole("button", { name: /^Trend line from bar 36 at 5,050\.25/ })).toHaveFocus();
  });
});

const KEPT = [
  { id: "h", type: "horizontal_line", y: 5050 },
  { id: "r", type: "rectangle", x1: 20, y1: 5010, x2: 30, y2: 5020 },
];

describe("a drawing", () => {
  it("is taken hold of within five pixels on either side", () => {
    open({ "ES:2024-05-03": KEPT.slice(0, 1) });
    const grip = document.querySelector("[data-drawing] g");
    expect(grip).toHaveAttribute("stroke-width", "10");
    expect(grip?.querySelector("line")).toHaveClass("hit");
  });

  it("is dragged by the left button until it is released", () => {
    const { drawings, stored } = open({ "ES:2024-05-03": KEPT });
    const box = screen.getByRole("button", { name: /^Rectangle from bar 20/ });
    fireEvent.pointerDown(box, at(275, 420));
    fireEvent.pointerMove(box, at(295, 400));
    fireEvent.pointerUp(box, at(295, 400));
    fireEvent.pointerMove(box, at(395, 300));
    expect(drawings()[1]).toEqual({ id: "r", type: "rectangle", x1: 22, y1: 5015, x2: 32, y2: 5025 });
    expect(stored()["ES:2024-05-03"]).toEqual(drawings());
  });

  it.each([
    ["above it", 255.3],
    ["on it", 260],
    ["below it", 264.6],
  ])("is a line gripped %s: it moves as far as the pointer, to a tick", (_, y) => {
    const { drawings } = open({ "ES:2024-05-03": KEPT });
    const line = screen.getByRole("button", { name: "Horizontal line at 5,050.00" });
    fireEvent.pointerDown(line, at(500, y));
    fireEvent.pointerMove(line, at(500, y - 40.6));
    fireEvent.pointerUp(line, at(500, y - 40.6));
    expect(drawings()[0]).toEqual({ ...KEPT[0], y: 5060.25 });
  });

  it("that an older version kept between bars and ticks is read onto whole ones", () => {
    const { drawings } = open({ "ES:2024-05-03": [{ ...KEPT[1], x1: 22.02, y1: 5017.17134 }] });
    expect(drawings()).toEqual([{ ...KEPT[1], x1: 22, y1: 5017.25 }]);
  });

  it("is a line between two ticks: dragged, it ends on one", () => {
    const { drawings } = open({ "ES:2024-05-03": [{ ...KEPT[0], y: 5050.13 }] });
    const line = screen.getByRole("button", { name: "Horizontal line at 5,050.25" });
    fireEvent.pointerDown(line, at(500, 258));
    fireEvent.pointerMove(line, at(500, 238));
    fireEvent.pointerUp(line, at(500, 238));
    expect(drawings()[0]).toMatchObject({ y: 5055.25 });
  });

  it("stays where it is under a trembling hand and under another button", () => {
    const { drawings } = open({ "ES:2024-05-03": KEPT });
    const box = screen.getByRole("button", { name: /^Rectangle from/ });
    for (const [button, x] of [
      [0, 277],
      [2, 375],
    ] as const) {
      fireEvent.pointerDown(box, at(275, 420, button));
      fireEvent.pointerMove(box, at(x, 420));
      fireEvent.pointerUp(box, at(x, 420));
    }
    expect(drawings()).toEqual(KEPT);
  });

  it("goes back where it was if Escape is pressed while it is dragged", async () => {
    const { user, drawings } = open({ "ES:2024-05-03": KEPT });
    const line = screen.getByRole("button", { name: "Horizontal line at 5,050.00" });
    fireEvent.pointerDown(line, at(500, 260));
    fireEvent.pointerMove(line, at(500, 160));
    expect(screen.getByRole("button", { name: "Horizontal line at 5,075.00" })).toBeVisible();
    await user.keyboard("{Escape}");
    fireEvent.pointerUp(line, at(500, 160));
    expect(drawings()).toEqual(KEPT);
  });

  it("is selected, moved by a tick or a bar and deleted by key, and undo brings it back", async () => {
    const { user, drawings } = open({ "ES:2024-05-03": KEPT });
    screen.getByRole("button", { name: /^Rectangle from/ }).focus();
    await user.keyboard("{ArrowUp}{Shift>}{ArrowRight}{/Shift}");
    expect(drawings()[1]).toMatchObject({ x1: 30, y1: 5010.25, x2: 40, y2: 5020.25 });
    await user.keyboard("{Delete}");
    expect(drawings()).toEqual([KEPT[0]]);
    await user.keyboard("{Control>}zzz{/Control}");
    expect(drawings()).toEqual(KEPT);
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    expect(drawings()[1]).toMatchObject({ y1: 5010.25 });
  });

  it("is deleted from the rail, and all are cleared at once", async () => {
    const { user, drawings, toasts } = open({ "ES:2024-05-03": KEPT });
    expect(tool("Delete selected drawing")).toBeDisabled();
    fireEvent.pointerDown(screen.getByRole("button", { name: /^Rectangle from/ }), at(275, 420));
    fireEvent.pointerUp(screen.getByRole("button", { name: /^Rectangle from/ }), at(275, 420));
    await user.click(tool("Delete selected drawing"));
    expect(drawings()).toEqual([KEPT[0]]);
    await user.click(tool("Undo drawing"));
    await user.click(tool("Clear all drawings"));
    expect(drawings()).toEqual([]);
    expect(toasts().at(-1)).toBe("Cleared 2 drawings. Undo brings them back");
    expect(tool("Clear all drawings")).toBeDisabled();
    await user.click(tool("Undo drawing"));
    expect(drawings()).toEqual(KEPT);
    await user.click(tool("Redo drawing"));
    expect(drawings()).toEqual([]);
  });
});

describe("a selected drawing", () => {
  const press = async (user: ReturnType<typeof userEvent.setup>, name: RegExp, keys: string) => {
    screen.getByRole("button", { name }).focus();
    await user.keyboard(keys);
  };
  const INKED = [...KEPT, { id: "t", type: "text", x: 40, y: 5030, text: "gap" }];

  it("is pulled by a corner from where that stands, to a tick, and the opposite one stays", () => {
    const { drawings } = open({ "ES:2024-05-03": KEPT });
    const corner = document.querySelector("[data-handle='x2,y2']") ?? document.body;
    fireEvent.pointerDown(corner, at(378, 376.4));
    fireEvent.pointerMove(corner, at(478, 336));
    fireEvent.pointerUp(corner, at(478, 336));
    expect(drawings()[1]).toEqual({ id: "r", type: "rectangle", x1: 20, y1: 5010, x2: 40, y2: 5030 });
  });

  it("is pulled by key at its second end with Ctrl", async () => {
    const { user, drawings } = open({ "ES:2024-05-03": KEPT });
    await press(user, /^Rectangle from/, "{Control>}{ArrowUp}{ArrowRight}{/Control}");
    expect(drawings()[1]).toMatchObject({ x1: 20, y1: 5010, x2: 31, y2: 5020.25 });
  });

  it("is written anew by Enter, in its place, and undo brings the old words", async () => {
    const { user, drawings } = open({ "ES:2024-05-03": INKED });
    await press(user, /^Text “/, "{Enter}");
    const entry = screen.getByRole("textbox", { name: TEXT_FIELD });
    expect(entry).toHaveValue("gap");
    await user.type(entry, " fill{Enter}");
    expect(drawings()[2]).toMatchObject({ text: "gap fill" });
    await user.keyboard("{Control>}z{/Control}");
    expect(drawings()).toEqual(INKED);
    fireEvent.doubleClick(screen.getByRole("button", { name: /^Text “/ }));
    await user.type(screen.getByRole("textbox"), "x{Escape}");
    expect(drawings()).toEqual(INKED);
  });

  it("has a color, a width, a dash and its days, each undone", async () => {
    const { user, drawings, stored } = open({ "ES:2024-05-03": KEPT });
    await press(user, /^Horizontal line at/, "{Enter}");
    for (const name of ["Red", "4 px", "dashed", "Every day"])
      await user.click(await screen.findByRole("button", { name }));
    const inked = { color: "#E5484D", width: 4, dash: "dashed", isEveryDay: true };
    expect(drawings()[0]).toEqual({ ...KEPT[0], ...inked });
    expect(stored()).toEqual({ "ES:*": [{ ...KEPT[0], ...inked }], "ES:2024-05-03": [KEPT[1]] });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.keyboard("{Control>}zzzz{/Control}");
    expect(drawings()).toEqual(KEPT);
  });

  it("is copied by key and stands beside itself, selected", async () => {
    const { user, drawings, state } = open({ "ES:2024-05-03": KEPT });
    await press(user, /^Rectangle from/, "{Control>}cv{/Control}");
    expect(drawings()[2]).toMatchObject({ type: "rectangle", x1: 22, y1: 5006, x2: 32, y2: 5016 });
    expect(state().drawings.selected).toBe(drawings()[2]?.id);
    await user.keyboard("{Control>}z{/Control}");
    expect(drawings()).toEqual(KEPT);
  });

  it("has its prices on the axis, rounded to the tick, as horizontal lines always have", () => {
    open({ "ES:2024-05-03": [...KEPT, { id: "b", type: "horizontal_line", y: 5060.3 }] });
    const tags = () => screen.queryAllByText(/^5,0\d\d\.\d\d$/).map(({ textContent }) => textContent);
    expect(tags()).toEqual(["5,050.00", "5,060.25"]);
    act(() => screen.getByRole("button", { name: /^Rectangle from/ }).focus());
    expect(tags()).toEqual(["5,050.00", "5,010.00", "5,020.00", "5,060.25"]);
  });
});

describe("the right button on a drawing", () => {
  const menu = async (name: string) => {
    const opened = open({ "ES:2024-05-03": [{ id: "a", type: "horizontal_line", y: 5050 }] });
    fireEvent.contextMenu(screen.getByRole("button", { name: /^Horizontal line at/ }), at(500, 260));
    await opened.user.click(
      await screen.findByRole(/ day$/.test(name) ? "menuitemcheckbox" : "menuitem", { name }),
    );
    return opened;
  };

  it.each([
    ["Every day", [{ id: "a", isEveryDay: true }]],
    ["Duplicate", [{ id: "a" }, { type: "horizontal_line" }]],
    ["Delete", []],
  ])("offers %s", async (name, left) => {
    const { drawings, state } = await menu(name);
    expect(drawings()).toMatchObject(left);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(state().drawings.panel).toBeNull();
  });

  it("offers its style", async () => {
    await menu("Style");
    expect(await screen.findByRole("dialog", { name: "Style of the drawing" })).toBeVisible();
  });
});

describe("Shift and a drag", () => {
  const shift = (x: number, y: number) => ({ ...at(x, y), shiftKey: true, isPrimary: true, pointerId: 1 });
  const measured = () => screen.queryByText(/points/);
  const stage = () => screen.getByRole("application", { name: "chart" });

  it("measures points, % of ADR10, bars and minutes until the next press, and the chart does not hear of it", async () => {
    const { user, state } = open();
    const pressed = vi.fn();
    document.addEventListener("pointerdown", pressed);
    fireEvent.pointerDown(stage(), shift(195, 260));
    fireEvent.pointerMove(window, shift(385, 300));
    fireEvent.pointerUp(window, shift(385, 300));
    expect(measured()).toHaveTextContent("-10.00 points, 20.00% of ADR10, 19 bars, 95 minutes");
    expect(measured()).toHaveRole("status");
    expect(pressed).not.toHaveBeenCalled();
    fireEvent.pointerMove(window, shift(485, 200));
    expect(measured()).toHaveTextContent("-10.00 points");
    fireEvent.pointerDown(stage(), { ...shift(300, 300), shiftKey: false });
    expect(measured()).toBeNull();
    expect(pressed).toHaveBeenCalledOnce();
    document.removeEventListener("pointerdown", pressed);

    fireEvent.pointerDown(stage(), shift(385, 260));
    fireEvent.pointerMove(window, shift(375, 220));
    expect(measured()).toHaveTextContent("+10.00 points, 20.00% of ADR10, 1 bar, 5 minutes");
    await user.keyboard("{Escape}");
    expect(measured()).toBeNull();
    expect(state().drawings.shown).toEqual([]);
  });

  it("measure nothing on the spot, beyond the plot, or by a finger", () => {
    open();
    fireEvent.pointerDown(stage(), shift(195, 260));
    fireEvent.pointerUp(window, shift(195, 260));
    expect(measured()).toBeNull();
    for (const begun of [shift(20, 260), { ...shift(195, 260), pointerType: "touch" }]) {
      fireEvent.pointerDown(stage(), begun);
      fireEvent.pointerMove(window, shift(385, 300));
      expect(measured()).toBeNull();
    }
  });
});

it("the list selects, hides, writes anew and deletes, and undo brings all back", async () => {
  const kept = [...KEPT, { id: "t", type: "text", x: 40, y: 5030, text: "gap" }];
  const { user, drawings, state } = open({ "ES:2024-05-03": kept });
  await user.click(tool("List of drawings"));
  const list = within(await screen.findByRole("dialog", { name: "Drawings" }));
  await user.click(list.getByRole("button", { name: "Hide Horizontal line at 5,050.00" }));
  expect(drawings()[0]).toMatchObject({ isHidden: true });
  expect(document.querySelector("[data-drawing=h]")).toBeNull();
  await user.click(list.getByRole("button", { name: /^Rectangle from bar 20/ }));
  expect(state().drawings.selected).toBe("r");
  const words = list.getByRole("textbox", { name: "Words of gap" });
  await user.clear(words);
  await user.type(words, "fill{Enter}");
  expect(drawings()[2]).toMatchObject({ text: "fill" });
  await user.click(list.getByRole("button", { name: /^Delete Rectangle/ }));
  expect(drawings().map(({ id }) => id)).toEqual(["h", "t"]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("{Control>}zzz{/Control}");
  expect(drawings()).toEqual(kept);
});

describe("what is kept", () => {
  it("belongs to a symbol and a day", () => {
    const { drawings } = open({ "NQ:2024-05-03": KEPT, "ES:2024-05-06": KEPT });
    expect(drawings()).toEqual([]);
  });

  it("leaves out what cannot be read, says so, and keeps the rest", () => {
    const { drawings, toasts } = open({ "ES:2024-05-03": [...KEPT, { id: "x", type: "circle" }, null] });
    expect(drawings()).toEqual(KEPT);
    expect(toasts()).toEqual(["Left out 2 drawings that could not be read"]);
  });

  it("is what another tab made of it", () => {
    const { drawings } = open({ "ES:2024-05-03": KEPT });
    localStorage.setItem(keptDrawings.name, JSON.stringify({ "ES:2024-05-03": [KEPT[0]] }));
    fireEvent(window, new StorageEvent("storage", { key: keptDrawings.name }));
    expect(drawings()).toEqual([KEPT[0]]);
  });

  it("takes no more than a hundred drawings a day, and says why", async () => {
    const full = Array.from({ length: 100 }, (_, i) => ({
      id: `${i}`,
      type: "horizontal_line",
      y: 5000 + i,
    }));
    const { user, drawings, toasts } = open({ "ES:2024-05-03": full });
    await user.click(tool("Horizontal line"));
    press(500, 260);
    expect(drawings()).toHaveLength(100);
    expect(toasts()).toEqual(["Horizontal line not drawn: a day holds 100 drawings. Delete one first"]);
  });
});

it("changes nothing of a day by showing it", () => {
  const { stored } = open({ "ES:2024-05-03": KEPT, "ES:2024-05-06": "unreadable" });
  expect(stored()).toEqual({ "ES:2024-05-03": KEPT, "ES:2024-05-06": "unreadable" });
});
