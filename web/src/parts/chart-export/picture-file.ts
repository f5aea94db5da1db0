import font from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { ChartDay } from "@/plot/candles/day";

const PNG_SCALE = 2;
const PNG_QUALITY = 0.95;

/** The document as a PNG of twice its size in pixels. Rejects where the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = dataAddress(await withFont(svg));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * PNG_SCALE;
  canvas.height = image.naturalHeight * PNG_SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("the picture is too large"));
    canvas.toBlob(done, "image/png", PNG_QUALITY);
  });
}

/** An address that holds the document itself. */
export function dataAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** A picture has no page around it: the page's font goes into it. Where it is not to be had the system's does. */
async function withFont(svg: string): Promise<string> {
  try {
    const answer = await fetch(font);
    if (!answer.ok) return svg;
    const bytes = Array.from(new Uint8Array(await answer.arrayBuffer()), (byte) => String.fromCharCode(byte));
    const source = `url(data:font/woff2;base64,${btoa(bytes.join(""))})`;
    const face = `@font-face{font-family:"Inter Variable";font-weight:100 900;src:${source}}`;
    return svg.replace(/(?<!\/)>/, `><style>${face}</style>`);
  } catch {
    return svg;
  }
}

/** `cad-es-2024-05-03` */
export function defaultName({ metadata: { symbol, currentDate } }: Pick<ChartDay, "metadata">): string {
  return `cad-${symbol.toLowerCase()}-${currentDate ?? "none"}`;
}

/** What was typed as a name every system takes, without its ending; `standard` where nothing is left of it. */
export function fileName(typed: string, standard: string): string {
  const name = typed
    .normalize()
    .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, "-")
    .replace(/\.(png|svg)$/i, "")
    .replaceAll(/^[\s.-]+|[\s.-]+$/g, "")
    .slice(0, 120);
  return name || standard;
}
