import { entryAddress } from "./address";
import { Effort } from "./effort";
import { expect, test } from "./test";

/** The ten everyday tasks, each with the clicks, fields and scrolls that it may take from a fresh dashboard. */

test("a: it gapped up 12 points: how often is the gap filled, and by when?", async ({ page, dashboard }) => {
  const effort = new Effort();
  await page.goto(entryAddress());
  await dashboard.settled();
  await effort.click(page.getByRole("button", { name: "Add a condition" }).first());
  const palette = page.getByRole("dialog", { name: "Add a condition" });
  await effort.type(palette.getByRole("combobox"), "gap up 12 points");
  await page.keyboard.press("Enter");
  await expect(palette.getByText(/^\d+ days$/)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const bar = page.getByRole("region", { name: "Question and answer" });
  await effort.read(bar.getByRole("button", { name: /Show the card$/ }), /Gap Fill .* days, half of them by/);
  effort.isAtMost({ clicks: 1, fields: 1, scrolls: 0 });
});
