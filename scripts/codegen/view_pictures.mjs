/**
 * Pictures of the views that some plan lacks, on the sample: `node scripts/codegen/view_pictures.mjs ADDRESS FOLDER`. FOLDER
 * gets NAME-light.webp and NAME-dark.webp of each.
 */
import { writeFile } from "node:fs/promises";
import { enterWithTen, newPage, report } from "../../qa/bench/browser/visitor.mjs";

const [, folder] = process.argv.slice(2);
const gapUp = (value) => JSON.stringify({ gap_up: { operator: "=", value } });
/** The addresses, by the name of the view. */
const VIEWS = {
  compare: `/dashboard?${new URLSearchParams({ view: "compare", compare: gapUp(true), filters: gapUp(false) })}`,
  "by-value": "/dashboard?view=by-value",
  path: "/dashboard?view=path",
  target: "/dashboard?view=target",
  pictures: "/days",
  like: "/days?view=like",
};
/** Of a picture, which begins below the title, and of the page around it. */
const SIZE = { width: 960, height: 640 };
const PAGE = { width: 1440, height: 1000 };

await report(async (browser) => {
  const { page, session } = await newPage(browser, { viewport: PAGE, reducedMotion: "reduce" });
  await enterWithTen(page);
  for (const theme of ["light", "dark"]) {
    if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
    for (const [name, address] of Object.entries(VIEWS)) {
      await page.goto(new URL(address, page.url()).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      const content = page.locator("#content");
      await page.setViewportSize(PAGE);
      const aside = PAGE.width - (await content.boundingBox()).width;
      await page.setViewportSize({ ...PAGE, width: SIZE.width + aside });
      await page.waitForLoadState("networkidle");
      const { x } = await content.boundingBox();
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      const shot = { format: "webp", quality: 60, clip: { x, y: title.y + title.height, ...SIZE, scale: 1 } };
      const { data } = await session.send("Page.captureScreenshot", shot);
      await writeFile(`${folder}/${name}-${theme}.webp`, data, "base64");
    }
  }
  return Object.keys(VIEWS);
});
