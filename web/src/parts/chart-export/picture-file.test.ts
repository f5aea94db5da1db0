// @vitest-environment jsdom
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { server } from "@/lib/testing/server";
import { pngOf } from "./picture-file";

const FONT = "d09GMg==";

beforeEach(() => {
  const font = () =>
    HttpResponse.arrayBuffer(Uint8Array.from(atob(FONT), (each) => each.charCodeAt(0)).buffer);
  server.use(http.get("*/*.woff2", font));
});

/** A browser that draws: jsdom has neither pictures nor canvases. */
function drawing(blob: Blob | null) {
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(640);
  vi.spyOn(HTMLImageElement.prototype, "naturalHeight", "get").mockReturnValue(480);
  HTMLImageElement.prototype.decode = async () => {};
  const drawImage = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage } as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, "toBlob");
  // The canvas that jsdom is given counts calls itself: those of other files' tests are none of this one.
  toBlob.mockClear().mockImplementation((done) => done(blob));
  return { drawImage, toBlob };
}

it("a PNG has twice the picture's pixels, at a quality of 0.95", async () => {
  const png = new Blob(["png"]);
  const { drawImage, toBlob } = drawing(png);
  expect(await pngOf("<svg/>")).toBe(png);
  expect(drawImage).toHaveBeenCalledExactlyOnceWith(expect.any(HTMLImageElement), 0, 0, 1280, 960);
  expect(toBlob).toHaveBeenCalledExactlyOnceWith(expect.any(Function), "image/png", 0.95);
});

it("a PNG is drawn with the page's font in it, and without it where it is not to be had", async () => {
  const sources = vi.spyOn(HTMLImageElement.prototype, "src", "set");
  const drawn = () => decodeURIComponent(String(sources.mock.lastCall?.[0]));
  drawing(new Blob(["png"]));
  await pngOf('<svg width="1"><svg/></svg>');
  expect(drawn()).toMatch(
    /<svg width="1"><style>@font-face\{font-family:"Inter Variable";[^<]*<\/style><svg\/><\/svg>$/,
  );
  expect(drawn()).toContain(`base64,${FONT}`);
  server.use(http.get("*/*.woff2", () => HttpResponse.error()));
  await pngOf("<svg/>");
  expect(drawn()).toMatch(/<svg\/>$/);
});

it("a picture the browser cannot make a file of is refused", async () => {
  drawing(null);
  await expect(pngOf("<svg/>")).rejects.toThrow("the picture is too large");
});
