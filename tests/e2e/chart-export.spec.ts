import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { notInPlan } from "../../web/src/kit/words";
import { SAMPLE_NOTE } from "../../web/src/parts/chart-export/words";
import { aimingWith } from "../../web/src/parts/drawing/words";
import { FEW_CARDS, VISITOR } from "./address";
import { faults } from "./axe";
import { expect, oneEntry, readElsewhere, test } from "./test";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export Chart" });

async function open(page: Page, theme: "light" | "dark" = "light") {
  if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.getByRole("link", { name: "Chart", exact: true }).click();
  await expect(page.getByRole("group", { name: "Drawings" })).toBeVisible();
}

/** The file the browser was handed: its name and bytes. */
async function exported(page: Page, format: "PNG" | "SVG") {
  const download = page.waitForEvent("download");
  await dialog(page)
    .getByRole("button", { name: `Export ${format}` })
    .click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function sizeOfChart(page: Page) {
  return page
    .getByRole("group", { name: "Drawings" })
    .evaluate((svg) => [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))] as const);
}

for (const theme of ["light", "dark"] as const) {
  const step = oneEntry(
    `a chart of filtered days is exported, in the ${theme} theme`,
    async ({ page, dashboard }) => {
      await dashboard.enter(FEW_CARDS);
      await dashboard.say("Gap Up", "True");
      await dashboard.applied(1);
      await open(page, theme);
    },
  );

  step(
    `a PNG is twice the file's size, which is the chart's with its caption, in the ${theme} theme`,
    async ({ page, dashboard }) => {
      const [width, height] = await sizeOfChart(page);
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await dialog(page).getByRole("checkbox", { name: "Include generation timestamp" }).uncheck();
      const { name, bytes } = await exported(page, "PNG");
      expect(name).toMatch(/^cad-demo-\d{4}-\d\d-\d\d\.png$/);
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      expect(bytes.readUInt32BE(16)).toBe(2 * width);
      expect(bytes.readUInt32BE(20)).toBeGreaterThan(2 * height);
      expect(bytes.readUInt32BE(20)).toBeLessThan(2 * height + 400);
      await dashboard.said(`Chart exported as ${name}`);
      await expect(dialog(page)).toBeHidden();
    },
  );

  step(`the picture is shown and copied as a PNG, in the ${theme} theme`, async ({ page, dashboard }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const preview = dialog(page).getByRole("img", { name: /^Preview of DEMO, / });
    const sizeOf = () =>
      preview.evaluate((image: HTMLImageElement) => ({
        width: 2 * image.naturalWidth,
        height: 2 * image.naturalHeight,
        shown: image.width,
      }));
    await expect.poll(async () => (await sizeOf()).shown).toBeGreaterThan(200);
    const { shown: _, ...size } = await sizeOf();
    await dialog(page).getByRole("button", { name: "Copy", exact: true }).click();
    await dashboard.said("Chart copied");
    const copied = await page.evaluate(async () => {
      const item = (await navigator.clipboard.read())[0] as ClipboardItem;
      const { width, height } = await createImageBitmap(await item.getType("image/png"));
      return { width, height };
    });
    expect(copied).toEqual(size);
  });

  step(`an SVG holds chart, filters, drawings, notes and time, in the ${theme} theme`, async ({ page }) => {
    await page.getByRole("button", { name: "Horizontal line" }).click();
    await expect(page.getByRole("application", { name: aimingWith("") })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(dialog(page).getByRole("definition").nth(1)).toHaveText("1");
    await expect(dialog(page).getByText("High quality (2x)")).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await dialog(page).getByRole("textbox", { name: "Filename" }).fill("opening drive");
    await dialog(page).getByRole("textbox", { name: "Analysis notes" }).fill("Held above\nthe <open>");
    const { name, bytes } = await exported(page, "SVG");
    expect(name).toBe("opening drive.svg");
    const shown = await readElsewhere(
      page,
      (svg) => {
        const document = new DOMParser().parseFromString(svg, "image/svg+xml");
        return {
          isWhole: document.querySelector("parsererror") === null,
          texts: [...document.querySelectorAll("text")].map((text) => text.textContent),
          marks: [...document.querySelectorAll("[data-part=sample] > text")].map((mark) => mark.textContent),
          drawings: document.querySelectorAll("[data-part=drawings] > line").length,
          variables: svg.includes("var("),
        };
      },
      bytes.toString(),
    );
    expect(shown).toMatchObject({ isWhole: true, drawings: 1, variables: false });
    const words = shown.texts.join("\n");
    expect(new Set(shown.marks)).toEqual(new Set(["DEMO - made-up prices"]));
    expect(words).toMatch(/^DEMO, \d{4}-\d\d-\d\d, [MTWF]\w+day, 5-minute bars/m);
    expect(words).toContain(SAMPLE_NOTE);
    expect(words).toMatch(/^EMA$/m);
    expect(words).toMatch(/^Date: \d{4}-\d\d-\d\d$/m);
    expect(words).toMatch(/^Filters: Gap Up/m);
    expect(words).toMatch(/^Generated \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
    expect(shown.texts).toContain("Held above");
    expect(shown.texts).toContain("the <open>");
  });
}

test("a tier without chart export says why the button is disabled", async ({ page, dashboard }) => {
  await dashboard.session({ ...VISITOR, profile: "lite" });
  await page.goto("/chart");
  const button = page.getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("title", notInPlan("chart export"));
});
