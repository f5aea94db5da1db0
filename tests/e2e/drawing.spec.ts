import type { Locator, Page } from "@playwright/test";
import { aimingWith, DRAWN, TEXT_FIELD } from "../../web/src/parts/drawing/words";
import { MARGINS } from "../../web/src/plot/candles/viewport/scale";
import { faultsUnder } from "./axe";
import type { Dashboard } from "./dashboard";
import { expect, oneEntry, test } from "./test";

/** The sheet that takes presses while a tool is in hand. */
const sheet = (page: Page) => page.getByRole("application", { name: aimingWith("") });
const layer = (page: Page) => page.getByRole("group", { name: "Drawings" });
const drawn = (page: Page) => layer(page).getByRole("button");

/** The chart, without a look at the dashboard. */
async function open(
  { page, dashboard }: { page: Page; dashboard: Dashboard },
  theme: "light" | "dark" = "light",
) {
  await dashboard.session();
  await page.goto("/chart");
  if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
  await expect(layer(page)).toBeVisible();
}

const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name, exact: true });

/** A point of the plot, as shares of its width and height. */
async function at(page: Page, across: number, down: number) {
  const plot = await layer(page)
    .locator("clipPath rect")
    .first()
    .evaluate((rect) => {
      const svg = rect.closest("svg")?.getBoundingClientRect();
      const number = (name: string) => Number(rect.getAttribute(name));
      return {
        x: (svg?.left ?? 0) + number("x"),
        y: (svg?.top ?? 0) + number("y"),
        width: number("width"),
        height: number("height"),
      };
    });
  return { x: plot.x + across * plot.width, y: plot.y + down * plot.height };
}

async function press(page: Page, across: number, down: number) {
  const { x, y } = await at(page, across, down);
  await page.mouse.click(x, y);
}

/** Take a tool in hand. */
async function take(page: Page, name: string) {
  await tool(page, name).click();
  await expect(sheet(page)).toBeVisible();
}

/** From three to five tenths of the plot, both ways. */
async function drawRectangle(page: Page) {
  await take(page, "Rectangle");
  await press(page, 0.3, 0.3);
  await press(page, 0.5, 0.5);
}

const widthOf = async (shape: Locator) => (await shape.locator("rect").first().boundingBox())?.width ?? 0;

/** The middle of what a drawing shows, in pixels of the window. */
async function middleOf(shape: Locator) {
  const box = await shape.locator("line, rect, text").first().boundingBox();
  if (!box) throw new Error("the drawing is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const theme of ["light", "dark"] as const) {
  test(`every tool draws, puts itself down and says so, in the ${theme} theme`, async ({
    page,
    dashboard,
  }) => {
    await open({ page, dashboard }, theme);
    for (const [name, cursor, presses] of [
      ["Horizontal line", "row-resize", 1],
      ["Trend line", "crosshair", 2],
      ["Rectangle", "crosshair", 2],
      ["Text", "text", 1],
    ] as const) {
      await tool(page, name).click();
      await expect(sheet(page)).toHaveCSS("cursor", cursor);
      await press(page, 0.3, 0.2);
      if (presses === 2) await press(page, 0.6, 0.4);
      if (name === "Text") {
        await page.getByRole("textbox", { name: TEXT_FIELD }).fill("opening drive");
        await page.keyboard.press("Enter");
      }
      await expect(sheet(page)).toBeHidden();
      await dashboard.said(`${name} ${DRAWN}`);
      await expect(drawn(page).last()).toHaveAccessibleName(new RegExp(`^${name}`));
    }
    await expect(drawn(page)).toHaveCount(4);
    const stage = await page.getByRole("application").boundingBox();
    const right = (stage?.x ?? 0) + (stage?.width ?? 0) - MARGINS.right;
    const notice = page.getByRole("status").filter({ hasText: `Horizontal line ${DRAWN}` });
    // It stands above the candles and leaves what is pressed there to the page. A notice is gone after two seconds: where it stood before it could be measured, another is called for.
    await expect(async () => {
      await take(page, "Horizontal line");
      await press(page, 0.3, 0.6);
      const box = await notice.boundingBox({ timeout: 2_000 });
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe((stage?.y ?? 0) + MARGINS.top - 4);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(right);
      await expect(notice).toHaveCSS("pointer-events", "none");
    }).toPass({ timeout: 30_000 });
  });
}

const step = oneEntry(
  "drawings on one day",
  (visit) => open(visit),
  async ({ page }) => {
    await page.getByRole("button", { name: "Reset View" }).click();
    if ((await drawn(page).count()) > 0) await tool(page, "Clear all drawings").click();
    await expect(drawn(page)).toHaveCount(0);
  },
);

step("a press within five pixels drags a drawing, one beside it pans the chart", async ({ page }) => {
  await tool(page, "Snap to prices").click();
  await take(page, "Horizontal line");
  await press(page, 0.5, 0.1);
  const line = drawn(page);
  const name = (await line.getAttribute("aria-label")) ?? "";
  const { x, y } = await middleOf(line);
  const drag = async (from: number, by: number) => {
    await page.mouse.move(x, y + from);
    await page.mouse.down();
    await page.mouse.move(x, y + from + by, { steps: 4 });
    await page.mouse.up();
  };
  await drag(6, 20);
  await expect(line).toHaveAccessibleName(name);
  await page.getByRole("button", { name: "Reset View" }).click();
  await expect.poll(async () => (await middleOf(line)).y).toBeCloseTo(y, 0);
  await drag(4, 40);
  await expect(line).not.toHaveAccessibleName(name);
  await expect.poll(async () => (await middleOf(line)).y).toBeCloseTo(y + 40, -0.5);
  await tool(page, "Undo drawing").click();
  await expect(line).toHaveAccessibleName(name);
  await page.mouse.move(x, y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(x, y + 60);
  await page.mouse.up({ button: "right" });
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(line).toHaveAccessibleName(name);
  await tool(page, "Snap to prices").click();
});

step(
  "while a tool is in hand the wheel zooms, a double click resets nothing, and Escape goes back",
  async ({ page }) => {
    await drawRectangle(page);
    const before = await widthOf(drawn(page));
    await take(page, "Trend line");
    const { x, y } = await at(page, 0.4, 0.4);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => widthOf(drawn(page).first())).toBeGreaterThan(before * 1.2);
    const zoomed = await widthOf(drawn(page).first());
    await page.mouse.dblclick(x, y);
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await expect(drawn(page)).toHaveCount(1);
    await expect.poll(() => widthOf(drawn(page))).toBeCloseTo(zoomed, 0);
  },
);

step(
  "drawings stay at their bar and price through zoom, pan, size and theme, and come back",
  async ({ page }) => {
    await drawRectangle(page);
    const name = (await drawn(page).getAttribute("aria-label")) ?? "";
    const before = await middleOf(drawn(page));
    await page.mouse.move(before.x, before.y);
    const width = await widthOf(drawn(page));
    await page.mouse.wheel(0, -400);
    await expect.poll(() => widthOf(drawn(page))).toBeGreaterThan(width * 1.2);
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await expect(drawn(page)).toHaveAccessibleName(name);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Reset View" }).click();
    await expect.poll(async () => Math.round((await middleOf(drawn(page))).x)).toBe(Math.round(before.x));
    await expect.poll(async () => (await middleOf(drawn(page))).y).toBeCloseTo(before.y, 0);
    await page.reload();
    await expect(drawn(page)).toHaveAccessibleName(name);
  },
);

/** Press at one point of the window, go to another and let go. */
async function drag(page: Page, from: Point, to: Point) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

interface Point {
  x: number;
  y: number;
}

/** The bars and prices a drawing names: those of its first point, then those of its second. */
async function placesOf(shape: Locator) {
  const name = (await shape.getAttribute("aria-label")) ?? "";
  return [...name.matchAll(/bar (-?\d+) at ([\d,.]+)/g)].map(([, bar, price]) => `${bar} ${price}`);
}

step("an end is pulled from five pixels beyond it, the middle moves the whole", async ({ page }) => {
  await tool(page, "Snap to prices").click();
  await take(page, "Trend line");
  await press(page, 0.3, 0.4);
  await press(page, 0.5, 0.4);
  const [first, second] = await placesOf(drawn(page));
  const [start, end, middle] = [await at(page, 0.3, 0.4), await at(page, 0.5, 0.4), await at(page, 0.4, 0.4)];
  await drag(page, { x: end.x + 4, y: end.y + 2 }, await at(page, 0.6, 0.2));
  await expect.poll(() => placesOf(drawn(page))).toEqual([first, expect.not.stringContaining(`${second}`)]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => placesOf(drawn(page))).toEqual([first, second]);
  await drag(page, { x: start.x - 9, y: start.y }, { x: start.x - 9, y: start.y + 40 });
  await page.getByRole("button", { name: "Reset View" }).click();
  expect(await placesOf(drawn(page)), "nine pixels beyond its end").toEqual([first, second]);
  await expect.poll(async () => (await middleOf(drawn(page))).y).toBeCloseTo(middle.y, -0.5);
  await drag(page, middle, { x: middle.x, y: middle.y + 60 });
  await expect.poll(async () => (await middleOf(drawn(page))).y).toBeCloseTo(middle.y + 60, -0.5);
  const [moved, end2] = await placesOf(drawn(page));
  expect(moved?.split(" ")[1], "level as before").toBe(end2?.split(" ")[1]);
  await tool(page, "Snap to prices").click();
});

step("a corner resizes, the body moves what is selected, a click on nothing lets go", async ({ page }) => {
  await tool(page, "Snap to prices").click();
  await drawRectangle(page);
  const box = drawn(page);
  const [first, second] = await placesOf(box);
  await expect(box).toHaveAttribute("data-selected", "true");
  await drag(page, await at(page, 0.5, 0.5), await at(page, 0.6, 0.6));
  await expect.poll(() => placesOf(box)).toEqual([first, expect.not.stringMatching(`^${second}$`)]);
  const width = await widthOf(box);
  await press(page, 0.9, 0.9);
  await expect(box).toHaveAttribute("data-selected", "false");
  await expect(tool(page, "Delete selected drawing")).toBeDisabled();
  await press(page, 0.4, 0.4);
  await expect(box).toHaveAttribute("data-selected", "true");
  await drag(page, await at(page, 0.4, 0.4), await at(page, 0.5, 0.45));
  await expect.poll(async () => (await placesOf(box))[0]).not.toBe(first);
  await expect.poll(() => widthOf(box)).toBeCloseTo(width, 0);
  await tool(page, "Snap to prices").click();
});

step("a text is written anew where it stands, and from the list", async ({ page }) => {
  await take(page, "Text");
  await press(page, 0.3, 0.2);
  const entry = page.getByRole("textbox", { name: TEXT_FIELD });
  await entry.fill("opening drive");
  await page.keyboard.press("Enter");
  await drawn(page).dblclick();
  await expect(entry).toHaveValue("opening drive");
  await entry.fill("failed drive");
  await page.keyboard.press("Enter");
  await expect(drawn(page)).toHaveAccessibleName(/^Text “failed drive”/);
  await tool(page, "List of drawings").click();
  const list = page.getByRole("dialog", { name: "Drawings" });
  await list.getByRole("textbox", { name: "Words of failed drive" }).fill("gap");
  await page.keyboard.press("Enter");
  await list.getByRole("button", { name: /^Hide Text “gap”/ }).click();
  await expect(page.locator("[data-drawing]")).toHaveCount(0);
  await list.getByRole("button", { name: /^Delete Text “gap”/ }).click();
  await expect(list).toContainText("Nothing is drawn on this day.");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  for (const _ of ["deleted", "hidden"]) await page.keyboard.press("Control+z");
  await expect(drawn(page)).toHaveAccessibleName(/^Text “gap”/);
});

step(
  "a line has its ink and its price on the axis, and is on every day if it is told so",
  async ({ page }) => {
    await take(page, "Horizontal line");
    await press(page, 0.5, 0.4);
    const name = (await drawn(page).getAttribute("aria-label")) ?? "";
    await page.keyboard.press("Enter");
    const style = page.getByRole("dialog", { name: "Style of the drawing" });
    for (const choice of ["Red", "3 px", "dashed", "Every day"])
      await style.getByRole("button", { name: choice }).click();
    expect(await faultsUnder(page, style)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(style).toBeHidden();
    const line = drawn(page).locator("line").first();
    for (const [property, value] of [
      ["stroke", "rgb(229, 72, 77)"],
      ["stroke-width", "3px"],
      ["stroke-dasharray", "5px, 5px"],
    ] as const)
      await expect(line).toHaveCSS(property, value);
    await expect(
      page.getByText(/^[\d,]+\.(00|25|50|75)$/).and(page.locator("[data-layer] span")),
    ).toHaveCount(1);
    await page.getByRole("button", { name: /previous day/i }).click();
    await expect(drawn(page)).toHaveAccessibleName(name);
    await page.reload();
    await expect(drawn(page)).toHaveAccessibleName(name);
    await tool(page, "Clear all drawings").click();
    await expect(drawn(page)).toHaveCount(0);
  },
);

step("a drawing is copied by key, onto another day too", async ({ page }) => {
  await drawRectangle(page);
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await expect(drawn(page)).toHaveCount(2);
  const [one, two] = [await placesOf(drawn(page).first()), await placesOf(drawn(page).last())];
  expect(two).not.toEqual(one);
  await page.keyboard.press("Control+z");
  await expect(drawn(page)).toHaveCount(1);
  const day = page.getByRole("application");
  const before = (await day.getAttribute("aria-label")) ?? "";
  await page.getByRole("button", { name: /previous day/i }).click();
  await expect(day).not.toHaveAccessibleName(before);
  await expect(drawn(page)).toHaveCount(0);
  await page.keyboard.press("Control+v");
  await expect(drawn(page)).toHaveAccessibleName(/^Rectangle/);
});

step("the right button on a drawing opens its menu, and its style from there", async ({ page }) => {
  await drawRectangle(page);
  const { x, y } = await at(page, 0.4, 0.4);
  await page.mouse.click(x, y, { button: "right" });
  const menu = page.getByRole("menu", { name: "Drawing" });
  await expect(menu.getByRole("menuitemcheckbox", { name: "Every day" })).not.toBeChecked();
  expect(await faultsUnder(page, menu)).toEqual([]);
  await menu.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(drawn(page)).toHaveCount(2);
  await expect(menu).toBeHidden();
  await drawn(page).first().focus();
  await page.mouse.click(x, y, { button: "right" });
  await menu.getByRole("menuitem", { name: "Style" }).click();
  await expect(page.getByRole("dialog", { name: "Style of the drawing" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger that stays draws and takes hold, one that moves pans, a tap selects and lets go", async ({
    page,
    dashboard,
  }) => {
    await open({ page, dashboard });
    const client = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints });
    let last: Point[] = [];
    /** A finger rests before it leaves: the browser takes the next tap after a flick for its end. */
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", ...points: Point[]) => {
      if (type === "touchEnd") {
        await page.waitForTimeout(150);
        await send("touchMove", last);
      }
      last = points;
      await send(type, points);
    };
    const tap = async (across: number, down: number) => {
      const { x, y } = await at(page, across, down);
      await page.touchscreen.tap(x, y);
    };
    await tool(page, "Rectangle").tap();
    await expect(sheet(page)).toBeVisible();
    await touch("touchStart", await at(page, 0.3, 0.3));
    await expect(layer(page).locator("path"), "it draws after a while").toHaveCount(1);
    await touch("touchMove", await at(page, 0.5, 0.5));
    await touch("touchMove", await at(page, 0.6, 0.5));
    await touch("touchEnd");
    const box = drawn(page);
    await expect(box).toHaveAccessibleName(/^Rectangle/);
    const places = await placesOf(box);
    await tap(0.9, 0.9);
    await expect(box).toHaveAttribute("data-selected", "false");

    const { x } = await middleOf(box);
    await touch("touchStart", await at(page, 0.45, 0.3));
    await touch("touchMove", await at(page, 0.5, 0.3));
    await touch("touchMove", await at(page, 0.55, 0.3));
    await touch("touchEnd");
    await expect.poll(async () => (await middleOf(box)).x, "the chart was panned").toBeGreaterThan(x + 10);
    expect(await placesOf(box)).toEqual(places);
    await page.getByRole("button", { name: "Chart tools" }).tap();
    await page.getByRole("button", { name: "Reset View" }).tap();
    await page.getByRole("button", { name: "Chart tools" }).tap();
    await expect.poll(async () => (await middleOf(box)).x).toBeCloseTo(x, 0);

    await tap(0.45, 0.4);
    await expect(box).toHaveAttribute("data-selected", "true");
    await tap(0.9, 0.9);
    await expect(box).toHaveAttribute("data-selected", "false");
    await touch("touchStart", await at(page, 0.45, 0.4));
    await expect(box).toHaveAttribute("data-selected", "true");
    await touch("touchMove", await at(page, 0.5, 0.5));
    await touch("touchMove", await at(page, 0.55, 0.6));
    await touch("touchEnd");
    await expect.poll(() => placesOf(box)).not.toEqual(places);

    await tool(page, "Horizontal line").tap();
    await expect(sheet(page)).toBeVisible();
    await tap(0.5, 0.7);
    await expect(drawn(page).last()).toHaveAccessibleName(/^Horizontal line/);
    await tool(page, "Text").tap();
    await expect(sheet(page)).toBeVisible();
    await tap(0.3, 0.8);
    await page.getByRole("textbox", { name: TEXT_FIELD }).fill("gap");
    await page.keyboard.press("Enter");
    await expect(drawn(page).last()).toHaveAccessibleName(/^Text “gap”/);
  });
});
