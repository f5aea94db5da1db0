import type { Locator, Page } from "@playwright/test";
import { FEW_CARDS } from "./address";
import { faults, faultsUnder } from "./axe";
import { listDays } from "./days-table";
import { openHelp } from "./shortcuts";
import { expect, test } from "./test";

/** What `open` puts over the page has a name, holds the focus, breaks nothing, and goes by Escape. */
async function fine(page: Page, what: string, open: () => Promise<Locator>) {
  const surface = await open();
  await expect(surface, what).toBeVisible();
  await expect.poll(() => surface.evaluate((it) => it.contains(document.activeElement)), what).toBe(true);
  expect(await faultsUnder(page, surface), what).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(surface, what).toBeHidden();
}

for (const theme of ["light", "dark"] as const) {
  test.describe(`${theme} theme`, () => {
    test("all that opens over the page", async ({ page, dashboard }) => {
      await dashboard.enter(FEW_CARDS);
      if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
      await dashboard.say("Gap Up", "True");
      await dashboard.applied(1);
      const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
      const by = (name: string | RegExp, surface: string | RegExp) => async () => {
        await page.getByRole("button", { name, exact: true }).first().click();
        return dialog(surface);
      };
      await fine(page, "user menu", by("User menu: Walker", "User menu"));
      await fine(page, "shortcuts", () => openHelp(page));
      await fine(page, "calendar", by(/^End date:/, "End date"));
      await fine(page, "multiple choice", by(/^Gap Class:/, "Gap Class"));
      await fine(page, "layout profiles", by(/^Layout Profiles:/, "Layout Profiles"));
      await fine(page, "saved, one preset kept", async () => {
        await page.getByRole("button", { name: "Saved", exact: true }).click();
        await dialog("Saved").getByLabel("Preset name").fill("up days");
        await page.keyboard.press("Enter");
        await expect(dialog("Saved").getByRole("region", { name: "Presets" })).toContainText("Gap up");
        return dialog("Saved");
      });
      await expect((await listDays(page)).getByRole("rowheader").first()).toBeVisible();
      expect(await faults(page), "days").toEqual([]);
      await fine(page, "exports", by("Export", "Export"));
      await page.getByRole("link", { name: "Dashboard", exact: true }).click();
      await fine(page, "ledger", async () => {
        await dashboard.toggle("Gap and Go").click();
        await dashboard.panel("Gap and Go").scrollIntoViewIfNeeded();
        await page.getByRole("button", { name: "1 look", exact: true }).click();
        await expect(dialog("Ledger of looks").getByRole("rowheader")).toBeVisible();
        return dialog("Ledger of looks");
      });
      await page.getByRole("button", { name: "1 look", exact: true }).click();
      await dialog("Ledger of looks").getByLabel("Sealed days").selectOption({ label: "newest 20%" });
      await page.keyboard.press("Escape");
      expect(await faults(page), "the band of sealed days").toEqual([]);
      await fine(page, "envelope", by("Open the envelope", "The envelope"));
      await fine(page, "opened envelope", async () => {
        await page.getByRole("button", { name: "Open the envelope" }).click();
        await dialog("The envelope").getByRole("button", { name: "Open the envelope" }).click();
        await expect(dialog("The envelope").getByRole("table")).toBeVisible();
        return dialog("The envelope");
      });
      await fine(page, "saving a layout", async () => {
        await page.getByRole("button", { name: /^End of Day \d/ }).click();
        await page
          .getByRole("region", { name: "Layout Profiles" })
          .getByRole("button", { name: "Save" })
          .click();
        return page.getByRole("dialog").filter({ has: page.getByLabel("Profile name") });
      });
    });

    test.describe("failures", () => {
      test.use({ provoked: /./ });

      test("a failed card, no data, and the fallback", async ({ page, dashboard }) => {
        await dashboard.enter(FEW_CARDS);
        if (theme === "dark") await page.getByRole("button", { name: "Use the dark theme" }).click();
        const answers = (call: RegExp, status: number, json: object) =>
          page.route(call, (route) => route.fulfill({ status, json }));
        await answers(/\/v2\/probabilities$/, 422, {});
        await dashboard.toggle("Gap and Go").click();
        await expect(dashboard.card("Gap and Go")).toContainText("Error loading probability:");
        expect(await faults(page), "a failed card").toEqual([]);

        await answers(/\/v2\/start$/, 422, {});
        await answers(/\/api\/features(\?|$)/, 422, {});
        await page.goto("/dashboard");
        await expect(page.getByRole("heading", { name: "Error loading data" })).toBeVisible();
        expect(await faults(page), "no data").toEqual([]);
        await page.unrouteAll();

        await answers(/\/v2\/start$/, 422, {});
        await answers(/\/v2\/summary(\?|$)/, 200, { totalDays: 1 });
        await page.goto("/dashboard");
        await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
        await page.getByText("Error details").click();
        expect(await faults(page), "the fallback").toEqual([]);
      });
    });
  });
}
