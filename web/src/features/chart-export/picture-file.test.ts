// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { pngOf } from "./picture-file";

afterEach(() => vi.restoreAllMocks());

/** A browser that draws: jsdom has neither pictures nor canvases. */
function drawing(blob: Blob | null) {
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(640);
  vi.spyOn(HTMLImageElement.prototype, "naturalHeight", "get").mockReturnValue(480);
  HTMLImageElement.prototype.decode = async () => {};
  const drawImage = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage } as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, "toBlob");
  toBlob.mockImplementation((done) => done(blob));
  return { drawImage, toBlob };
}

it("a PNG has twice the picture's pixels, at a quality of 0.95", async () => {
  const png = new Blob(["png"]);
  const { drawImage, toBlob } = drawing(png);
  expect(await pngOf("<svg/>")).toBe(png);
  expect(drawImage).toHaveBeenCalledExactlyOnceWith(expect.any(HTMLImageElement), 0, 0, 1280, 960);
  expect(toBlob).toHaveBeenCalledExactlyOnceWith(expect.any(Function), "image/png", 0.95);
});

it("a picture the browser cannot make a file of is refused", async () => {
  drawing(null);
  await expect(pngOf("<svg/>")).rejects.toThrow("the picture is too large");
});
