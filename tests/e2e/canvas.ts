import type { BrowserContext, Locator } from "@playwright/test";

/** A text on a canvas: its middle in CSS pixels from the canvas' corner. */
export interface Written {
  text: string;
  x: number;
  y: number;
}

/** What a canvas shows since it was last cleared whole. */
export interface Drawing {
  paper: string;
  texts: Written[];
  /** Colours that shapes are filled with, as #rrggbb. */
  fills: string[];
  strokes: { color: string; width: number; dash: number[] }[];
}

declare global {
  interface Window {
    drawings: WeakMap<HTMLCanvasElement, Drawing>;
  }
}

/** From now on every page of `context` keeps what its canvases show. */
export async function keepDrawings(context: BrowserContext) {
  await context.addInitScript(() => {
    window.drawings = new WeakMap();
    const own = CanvasRenderingContext2D.prototype;
    const { clearRect, fillRect, fillText, fill, stroke } = own;
    const drawingOf = ({ canvas }: CanvasRenderingContext2D): Drawing => {
      const known = window.drawings.get(canvas) ?? { paper: "", texts: [], fills: [], strokes: [] };
      window.drawings.set(canvas, known);
      return known;
    };
    own.clearRect = function (x, y, width, height) {
      if (width * height >= this.canvas.clientWidth * this.canvas.clientHeight)
        window.drawings.delete(this.canvas);
      clearRect.call(this, x, y, width, height);
    };
    own.fillRect = function (x, y, width, height) {
      drawingOf(this).paper = String(this.fillStyle);
      fillRect.call(this, x, y, width, height);
    };
    own.fill = function (...given: unknown[]) {
      drawingOf(this).fills.push(String(this.fillStyle));
      fill.apply(this, given as Parameters<typeof fill>);
    };
    own.stroke = function (...given: unknown[]) {
      const { strokeStyle, lineWidth: width } = this;
      drawingOf(this).strokes.push({ color: String(strokeStyle), width, dash: this.getLineDash() });
      stroke.apply(this, given as Parameters<typeof stroke>);
    };
    own.fillText = function (text, x, y) {
      const wide = this.measureText(text).width;
      const middle = {
        center: x,
        left: x + wide / 2,
        start: x + wide / 2,
        right: x - wide / 2,
        end: x - wide / 2,
      };
      const at = this.getTransform().transformPoint({ x: middle[this.textAlign], y });
      const ratio = this.canvas.width / this.canvas.clientWidth;
      drawingOf(this).texts.push({ text, x: at.x / ratio, y: at.y / ratio });
      fillText.call(this, text, x, y);
    };
  });
}

/** What the first canvas in `place` shows. */
export function drawingIn(place: Locator): Promise<Drawing> {
  const nothing: Drawing = { paper: "", texts: [], fills: [], strokes: [] };
  return place.evaluate((element, empty) => {
    const canvas = element.querySelector("canvas");
    return (canvas && window.drawings.get(canvas)) ?? empty;
  }, nothing);
}
