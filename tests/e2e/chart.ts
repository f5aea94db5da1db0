import type { Locator, Page } from "@playwright/test";
import type { ChartAnswer } from "../../web/src/api/generated";
import { MARGINS } from "../../web/src/plot/candles/viewport/scale";
import { drawingIn, type Written } from "./canvas";
import { expect } from "./test";

/** What the chart's axes say of its view: the price and the bar at two of its labels. */
export interface View {
  pixelsPerBar: number;
  pixelsPerPoint: number;
  /** Where bar 1 and where the price 0 would stand, in pixels from the chart's corner. */
  barOne: number;
  priceZero: number;
}

/** The chart screen as a visitor meets it, read from what is drawn. */
export class Chart {
  readonly stage: Locator;
  /** The same, also while a dialog lies over the page. */
  readonly drawing: Locator;
  readonly date: Locator;

  constructor(readonly page: Page) {
    this.stage = page.getByRole("application");
    this.drawing = page.locator("[role=application]");
    this.date = page.getByRole("combobox", { name: "Date" });
  }

  /** The header's tab of the dashboard, then the drawn day. */
  async open() {
    await this.page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Chart" }).click();
    await this.drawn();
  }

  async drawn() {
    await this.writes(/^Date: /);
    await expect(this.page.getByText("Loading chart data...")).toBeHidden();
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Nothing is pointed at, moved or focused any more. */
  async rest() {
    await this.page.getByRole("heading", { level: 1 }).hover({ force: true });
    await this.button("Reset View").click();
    await this.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }

  /** The next frame is drawn, and with it every move asked for so far. */
  private async nextFrame() {
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }

  /** The day the header of the drawing names. */
  async shows(date: string) {
    await this.writes(`Date: ${date}`);
  }

  /** The drawing comes to have a text, or to have it no more. */
  async writes(text: string | RegExp, isWritten = true) {
    const is = async () =>
      (await this.labels()).some((label) =>
        typeof text === "string" ? label.text === text : text.test(label.text),
      );
    await expect.poll(is, `the chart writes ${text}`).toBe(isWritten);
  }

  /** The drawing comes to have shapes filled with a colour, or to have none. */
  async fills(color: string, isFilled = true) {
    const is = async () => (await drawingIn(this.drawing)).fills.includes(color.toLowerCase());
    await expect.poll(is, `something is filled with ${color}`).toBe(isFilled);
  }

  /** The drawing comes to have fills or lines of a colour, or to have none. */
  async paints(color: string, isPainted = true) {
    const is = async () => {
      const { fills } = await drawingIn(this.drawing);
      return fills.includes(color.toLowerCase()) || (await this.strokes(color)).length > 0;
    };
    await expect.poll(is, `something is painted ${color}`).toBe(isPainted);
  }

  /** Width and dashes of the lines of a colour. */
  async strokes(color: string) {
    const { strokes } = await drawingIn(this.drawing);
    return strokes.flatMap((stroke) =>
      stroke.color === color.toLowerCase() ? [{ width: stroke.width, dash: stroke.dash }] : [],
    );
  }

  async labels(): Promise<Written[]> {
    return (await drawingIn(this.drawing)).texts;
  }

  async view(): Promise<View> {
    await this.nextFrame();
    const labels = await this.labels();
    const { height } = await this.corner();
    const foot = height - MARGINS.bottom;
    const bars = labels.filter(({ text, y }) => /^\d{1,2}$/.test(text) && y > foot && y < foot + 24);
    const prices = labels.filter(({ text, x }) => /^-?[\d,]+\.\d\d$/.test(text) && x < MARGINS.left);
    const byBar = lastRise(bars.map(({ text, x }) => [Number(text), x] as const));
    const byPrice = prices.map(({ text, y }) => [Number(text.replaceAll(",", "")), y] as const);
    const [perBar, perPoint] = [slopeOf(byBar), slopeOf(byPrice)];
    return {
      pixelsPerBar: perBar,
      pixelsPerPoint: -perPoint,
      barOne: (byBar[0]?.[1] ?? 0) - ((byBar[0]?.[0] ?? 0) - 1) * perBar,
      priceZero: (byPrice[0]?.[1] ?? 0) - (byPrice[0]?.[0] ?? 0) * perPoint,
    };
  }

  async corner() {
    const box = await this.stage.boundingBox();
    if (!box) throw new Error("the chart is not on the page");
    return box;
  }

  /** Put the pointer on a point of the plot, in parts of it from its left and its top. */
  async point(right: number, down: number) {
    const { x, y, width, height } = await this.corner();
    const plot = {
      width: width - MARGINS.left - MARGINS.right,
      height: height - MARGINS.top - MARGINS.bottom,
    };
    const at = { x: x + MARGINS.left + right * plot.width, y: y + MARGINS.top + down * plot.height };
    await this.page.mouse.move(at.x, at.y);
    return { x: at.x - x, y: at.y - y };
  }

  /** The pointer on a bar's candle, found by the axes. */
  async pointAt({ index, high, low }: ChartAnswer["bars"][number], part = 0.5) {
    const { barOne, pixelsPerBar, priceZero, pixelsPerPoint } = await this.view();
    const { x, y } = await this.corner();
    const price = low + part * (high - low);
    await this.page.mouse.move(
      x + barOne + (index - 1) * pixelsPerBar,
      y + priceZero - price * pixelsPerPoint,
    );
  }
}

/** Pixels per unit, from the two labels that are farthest apart. */
function slopeOf(labels: readonly (readonly [unit: number, pixel: number])[]): number {
  const [first, last] = [labels[0], labels.at(-1)];
  if (!first || !last || first === last) throw new Error("an axis shows fewer than two labels");
  return (last[1] - first[1]) / (last[0] - first[0]);
}

/** The labels of the current session: numbers start over where the day before ends. */
function lastRise(labels: readonly (readonly [bar: number, pixel: number])[]) {
  const sorted = labels.toSorted((a, b) => a[1] - b[1]);
  const start = sorted.findLastIndex(([bar], i) => bar < (sorted[i - 1]?.[0] ?? 0));
  return sorted.slice(Math.max(0, start));
}
