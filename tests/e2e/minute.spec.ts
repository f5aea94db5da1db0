import type { Locator, Page } from "@playwright/test";
import { entryAddress } from "./address";
import { Effort } from "./effort";
import { expect, test } from "./test";

const inView = (place: Locator) => expect(place).toBeInViewport({ ratio: 1 });

/**
 * "A gap up of about 0.3 ADR, open inside yesterday, a Tuesday after a down day: how often does it fill, by when, with how
 * much heat?" As one who knows nothing of the page would ask it: by the words of the question.
 */
async function ask(page: Page, effort: Effort) {
  await effort.click(page.getByRole("button", { name: "Add a condition" }).first());
  const palette = page.getByRole("dialog", { name: "Add a condition" });
  await effort.type(palette.getByRole("combobox"), "gap up 0.2 to 0.4 adr");
  await expect(palette.getByRole("option").first()).toContainText("20% to 40%");
  await page.keyboard.press("Enter");
  for (const condition of ["Opens inside yesterday's range", "Tuesday", "Yesterday closed down"])
    await effort.click(palette.getByRole("option", { name: condition }));
  await expect(palette.getByText(/^\d+ days$/)).toBeVisible();
  await effort.click(palette.getByRole("button", { name: "Apply 5 Filter(s)" }));
  await expect(palette).toBeHidden();
}

for (const [screen, viewport] of [
  ["desktop", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const)
  test(`a student asks and has the answer in a minute: ${screen}`, async ({ page, dashboard, api }) => {
    const effort = new Effort();
    const days = await api.days({
      gap_up: { operator: "=", value: true },
      gap_size_pct_adr: { operator: "range", value: [20, 40] },
      open_vs_prev_range: { operator: "in", value: ["inside"] },
      weekday: { operator: "in", value: ["Tue"] },
      close_above_open_prev: { operator: "=", value: false },
    });
    await page.setViewportSize(viewport);
    await page.goto(entryAddress());
    await dashboard.settled();

    await ask(page, effort);
    const bar = page.getByRole("region", { name: "Question and answer" });
    const sentence = bar.getByRole("button", { name: /^Gap Fill \(bar\): .*Show the card$/ });
    await expect(sentence).toContainText(new RegExp(`of ${days} days, half of them by 1?\\d:\\d\\d`));
    await inView(sentence.getByText(/^\d+\.\d\d%$/));
    await inView(sentence);
    const told = sentence.getByText(/half of them by/);
    expect(await told.evaluate(showsAll, "half of them by"), "how often and by when are not cut").toBe(true);

    await page.keyboard.press("Control+k");
    const find = page.getByRole("dialog", { name: "Find", exact: true });
    await effort.type(find.getByRole("combobox"), "heat before gap fill");
    await expect(find.getByRole("option").first()).toContainText("Heat Before Gap Fill");
    await page.keyboard.press("Enter");
    const heat = dashboard.panel("Heat Before Gap Fill (% ADR10)");
    await expect(heat).not.toContainText("Loading");
    await inView(heat.getByText(/median of [\d,]+ days/).first());
    await inView(sentence);

    effort.isAtMost({ clicks: 6, fields: 3, scrolls: 0 });
  });

/** Whether a text's place shows all of it up to the end of `words` and the time behind them. */
function showsAll(place: Element, words: string): boolean {
  const node = [...place.childNodes].find(({ textContent }) => textContent?.includes(words));
  if (!(node instanceof Text)) return false;
  const range = document.createRange();
  range.setStart(node, 0);
  range.setEnd(node, node.data.indexOf(words) + words.length + " 10:05".length);
  const [shown, needed] = [place.getBoundingClientRect(), range.getBoundingClientRect()];
  return needed.right <= shown.right + 1 && needed.bottom <= shown.bottom + 1;
}
