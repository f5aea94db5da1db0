import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aSummary } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { loadFailed } from "@/parts/chart-day/words";
import { anAnswer } from "@/plot/candles/fixtures";
import AmaDemoPage from "./ama-demo-page";
import AmaTestPage from "./ama-test-page";
import { SIMPLE_DEFAULTS } from "./simple-config";
import { nearest } from "./use-demo-day";

interface Asked {
  filters: object;
  selected_date?: string;
  ama_config?: Record<string, unknown>;
}

const DATES = ["2024-05-02", "2024-05-14", "2024-06-03"];

function answering() {
  const asked: Asked[] = [];
  let cleared = 0;
  server.use(
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/charts/data", async ({ request }) => {
      const body = (await request.json()) as Asked;
      asked.push(body);
      const signals = body.ama_config ? { signals: { 2: 1, 5: -1, 9: 10 } } : {};
      return HttpResponse.json(
        anAnswer({ dates: DATES, date: body.selected_date ?? "2024-06-03", ...signals }),
      );
    }),
    http.post("*/api/v2/charts/cache/clear", () => {
      cleared = asked.length;
      return HttpResponse.json({ cleared: 3 });
    }),
  );
  return { asked, clearedAfter: () => cleared };
}

/** What was asked of the day shown; the list of dates is asked for first, without signals. */
const last = (asked: readonly Asked[]) => asked.at(-1);
const counted = () => screen.findByText("3 AMA signals");
const settings = async () => {
  await userEvent.click(screen.getByRole("button", { name: "AMA Settings" }));
  return within(await screen.findByRole("dialog", { name: "AMA Settings" }));
};

it.each([
  ["2024-05-14", "2024-05-14"],
  ["2024-05-15", "2024-05-14"],
  ["2024-05-08", "2024-05-02"],
  ["2030-01-01", "2024-06-03"],
])("nearest to %s is %s", (date, found) => {
  expect(nearest(DATES, date)).toBe(found);
});

it("opens on a fixed day of 2024, the nearest there is, with all days and the simple defaults", async () => {
  const { asked } = answering();
  renderPage(<AmaTestPage />);
  await counted();
  expect(last(asked)).toMatchObject({
    filters: {},
    selected_date: "2024-05-14",
    ama_config: { ...SIMPLE_DEFAULTS },
  });
  expect(screen.getByText("No session on 05/15/2024: the nearest is 05/14/2024.")).toBeVisible();
  expect(screen.getByText("Date 2 of 3")).toBeVisible();
});

it("the defaults are those of the specification", () => {
  expect(SIMPLE_DEFAULTS).toMatchObject({
    bl_signal_ibs: 69,
    br_signal_ibs: 31,
    show_big_breakouts: 2,
    range_lookback: 1,
    zscore_lookback: 20,
    zscore_threshold: 1.05,
    climax_factor: 1.8,
  });
});

it("with painting off no signals are asked for or counted", async () => {
  const { asked } = answering();
  renderPage(<AmaTestPage />);
  await counted();
  await userEvent.click(screen.getByRole("checkbox", { name: "AMA Paint Bars" }));
  await waitFor(() => expect(screen.queryByText(/AMA signal/)).toBeNull());
  expect(last(asked)?.ama_config).toBeUndefined();
  expect(screen.getByRole("button", { name: "AMA Settings" })).toBeDisabled();
});

it("a setting of the popover is asked with", async () => {
  const { asked } = answering();
  renderPage(<AmaTestPage />);
  await counted();
  const panel = await settings();
  await userEvent.click(panel.getByRole("checkbox", { name: "Climax bars" }));
  await userEvent.selectOptions(panel.getByRole("combobox", { name: "Outside bars" }), "Strict");
  await waitFor(() => expect(last(asked)?.ama_config).toMatchObject({ show_climax: false, ob_behavior: 2 }));
  await userEvent.click(panel.getByRole("button", { name: "Reset to Defaults" }));
  await waitFor(() => expect(panel.getByRole("checkbox", { name: "Climax bars" })).toBeChecked());
});

it("an empty IBS box is off, a number beyond 100 is ignored, another number falls back", async () => {
  const { asked } = answering();
  renderPage(<AmaTestPage />);
  await counted();
  const panel = await settings();
  const ibs = panel.getByRole("spinbutton", { name: "Bull signal IBS" });
  await userEvent.clear(ibs);
  await waitFor(() => expect(last(asked)?.ama_config).toMatchObject({ bl_signal_ibs: -1 }));
  await userEvent.type(ibs, "450");
  await userEvent.tab();
  expect(ibs).toHaveValue("69");
  const factor = panel.getByRole("spinbutton", { name: "CX factor" });
  await userEvent.clear(factor);
  await userEvent.type(factor, "9");
  await userEvent.tab();
  expect(factor).toHaveValue("1.8");
});

it("clears the chart cache, then asks again", async () => {
  const { asked, clearedAfter } = answering();
  renderPage(<AmaTestPage />);
  await counted();
  const before = asked.length;
  await userEvent.click(screen.getByRole("button", { name: "Clear Cache" }));
  await waitFor(() => expect(asked).toHaveLength(before + 1));
  expect(clearedAfter()).toBe(before);
  expect(last(asked)?.selected_date).toBe("2024-05-14");
});

it("shows and hides what came", async () => {
  answering();
  renderPage(<AmaTestPage />);
  await counted();
  await userEvent.click(screen.getByRole("button", { name: "Show Debug Info" }));
  expect(screen.getByRole("region", { name: "Debug info" })).toHaveTextContent('"amaSignalCount": 3');
  await userEvent.click(screen.getByRole("button", { name: "Hide Debug Info" }));
  expect(screen.queryByRole("region", { name: "Debug info" })).toBeNull();
});

it("the demo explains, and names each signal's colour", async () => {
  answering();
  renderPage(<AmaDemoPage />);
  await counted();
  const legend = within(screen.getByRole("region", { name: "Color Legend" })).getAllByRole("listitem");
  expect(legend.map((entry) => entry.textContent)).toEqual([
    "Bull breakout",
    "Bear breakout",
    "Bull climax",
    "Bear climax",
    "Bull outside bar",
    "Bear outside bar",
    "Bull big breakout",
    "Bear big breakout",
    "Bull follow-through",
    "Bear follow-through",
    "No signal",
  ]);
  expect(screen.getByText(/^AMA signals read price action/)).toBeVisible();
});

it("says why there is no chart, and tries again", async () => {
  server.use(
    http.post("*/api/v2/charts/data", () =>
      HttpResponse.json({ message: "No such thing." }, { status: 422 }),
    ),
  );
  renderPage(<AmaDemoPage />);
  expect(await screen.findByText(loadFailed("No such thing."))).toBeVisible();
  answering();
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await counted()).toBeVisible();
});
