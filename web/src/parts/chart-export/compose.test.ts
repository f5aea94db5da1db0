// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Caption } from "./caption";
import { type Composition, composed, notesWidth } from "./compose";

const THEME = { surface: "#FFFFFF", ink: "#14181F", muted: "#5D697B", grid: "#E3E7EC" };
const NO_CAPTION: Caption = { title: "", lines: [], legend: [], isSample: false };
const CHART =
  '<svg width="1000" height="500" xmlns="http://www.w3.org/2000/svg"><path id="candle" d="M1 2"/></svg>';

function composition(parts: Partial<Composition> = {}): Composition {
  return {
    picture: {
      width: 1000,
      height: 500,
      svg: `<?xml version="1.0"?>${CHART}`,
      frame: { plot: { left: 80, top: 60, width: 840, height: 380 } },
    },
    drawings: "",
    caption: NO_CAPTION,
    notes: "",
    generatedAt: null,
    theme: THEME,
    ...parts,
  };
}

function parsed(parts: Partial<Composition> = {}): XMLDocument {
  const document = new DOMParser().parseFromString(composed(composition(parts)), "image/svg+xml");
  expect(document.querySelector("parsererror")).toBeNull();
  return document;
}

const texts = (document: XMLDocument) =>
  [...document.querySelectorAll("text")].map(({ textContent }) => textContent);
const number = (element: Element | null, name: string) => Number(element?.getAttribute(name));

describe("the caption of an exported chart", () => {
  const caption: Caption = {
    title: "NQ, 2024-05-03, Friday, 5-minute bars, contract NQM4",
    lines: ["Half day: 45 bars.", `Filters: ${"Gap Up equals True | ".repeat(30)}`],
    legend: Array.from({ length: 12 }, (_, at) => ({ color: "#0080FF", label: `Bull breakout ${at}` })),
    isSample: false,
  };

  it("stands below the chart, above the notes, every line and colour of it within the file", () => {
    for (const width of [1000, 390]) {
      const picture = { ...composition().picture, width };
      const document = parsed({ caption, picture, notes: "mine" });
      const written = [...document.querySelectorAll("[data-part=caption] text")];
      const words = written.map(({ textContent }) => textContent).join(" ");
      expect(words).toMatch(
        /^NQ, 2024-05-03, Friday, 5-minute bars, contract NQM4 Half day: 45 bars\. Filters: /,
      );
      expect(words.match(/Gap Up equals True/g)).toHaveLength(30);
      expect(words).toContain("Bull breakout 11");
      for (const line of written) {
        const end = number(line, "x") + (line.textContent?.length ?? 0) * number(line, "font-size") * 0.55;
        expect(end).toBeLessThanOrEqual(width);
        expect(number(line, "y")).toBeGreaterThan(500);
        expect(number(line, "y")).toBeLessThan(number(document.querySelector("[data-part=notes] rect"), "y"));
      }
      const swatches = document.querySelectorAll("[data-part=legend] rect[fill='#0080FF']");
      expect(swatches).toHaveLength(12);
    }
  });

  it("over made-up prices is said across the plot, over the chart and under the drawings", () => {
    const document = parsed({
      caption: { ...caption, isSample: true },
      drawings: '<g data-part="drawings"/>',
    });
    const mark = document.querySelector("[data-part=sample]");
    expect([...(mark?.children ?? [])].map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 3 }, () => "DEMO - made-up prices"),
    );
    expect(mark?.previousElementSibling?.tagName).toBe("svg");
    expect(mark?.nextElementSibling?.getAttribute("data-part")).toBe("drawings");
    expect(parsed({ caption }).querySelector("[data-part=sample]")).toBeNull();
  });
});

describe("an exported chart", () => {
  it("holds the chart at its own size and place, on the page's surface", () => {
    const root = parsed().documentElement;
    expect([number(root, "width"), number(root, "height")]).toEqual([1000, 500]);
    expect(root.getAttribute("viewBox")).toBe("0 0 1000 500");
    expect(root.querySelector("rect")?.getAttribute("fill")).toBe("#FFFFFF");
    const chart = root.querySelector("svg");
    expect(chart?.querySelector("#candle")).not.toBeNull();
    expect(chart?.hasAttribute("x")).toBe(false);
    expect(texts(parsed())).toEqual([]);
  });

  it("lays the drawings over the chart", () => {
    const { children } = parsed({ drawings: '<g data-part="drawings"/>' }).documentElement;
    expect([...children].map(({ tagName }) => tagName)).toEqual(["rect", "svg", "g"]);
  });

  it("says when it was made, if asked", () => {
    const document = parsed({ generatedAt: new Date("2024-05-03T14:05:59Z") });
    expect(texts(document)).toEqual(["Generated 2024-05-03 14:05 UTC"]);
    expect(number(document.documentElement, "height")).toBeGreaterThan(500);
  });

  it("has the notes as written, in a box below the chart", () => {
    const document = parsed({ notes: 'Gap & go: <b> "up"\u0007\nsecond' });
    expect(texts(document)).toEqual(['Gap & go: <b> "up"', "second"]);
    const box = document.querySelector("[data-part=notes] > rect");
    expect(number(box, "y")).toBe(500);
    const bottom = number(box, "y") + number(box, "height");
    expect(bottom).toBeLessThanOrEqual(number(document.documentElement, "height"));
    for (const line of document.querySelectorAll("text")) {
      expect(number(line, "y")).toBeGreaterThan(500);
      expect(number(line, "y")).toBeLessThan(bottom);
    }
  });

  it.each([
    [1000, 350],
    [875, 350],
    [600, 240],
    [300, 120],
  ])("on a chart of %d pixels has a box of %d", (width, box) => {
    expect(notesWidth(width)).toBe(box);
  });

  it("draws a line of wide letters narrower, so that it stays in the box", () => {
    const document = parsed({ notes: `${"W".repeat(50)}\nan ordinary line of some forty five letters` });
    const [wide, ordinary] = document.querySelectorAll("[data-part=notes] text");
    expect(number(wide ?? null, "textLength")).toBe(notesWidth(1000) - 24);
    expect(ordinary?.hasAttribute("textLength")).toBe(false);
  });

  it("writes 50 characters within the box, on a narrow chart smaller", () => {
    for (const width of [1000, 360]) {
      const picture = { ...composition().picture, width };
      const document = parsed({ picture, notes: "m".repeat(50) });
      const size = number(document.querySelector("text"), "font-size");
      expect(size * 0.55 * 50 + 24).toBeLessThanOrEqual(notesWidth(width) + 1e-9);
    }
  });
});
