import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { snapshotShown } from "@/api/session/session-slice";
import { amaSwitched, daySelected, firstChart } from "@/kept/chart/chart-slice";
import { aCatalogue, aSummary } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { loadFailed } from "@/parts/chart-day/words";
import { aDay, anAnswer } from "@/plot/candles/fixtures";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import { DAYS_LIKE } from "@/question/words";
import ChartPage from "./chart-page";
import { answering, type ChartBody, DATES, failed, LATEST, next, previous, select, setUp } from "./testing";
import { AS_A_TABLE, ONLY_FULL } from "./words";

setUp();

describe("the call", () => {
  it("asks for the latest day with the day before, and sends no AMA configuration while AMA is off", async () => {
    const asked = answering();
    renderPage(<ChartPage />);
    await select();
    expect(asked[0]).toEqual({ filters: {}, symbol: "ES", snapshot: "s1", include_previous_day: true });
  });

  it("sends the configuration while AMA is on", async () => {
    const asked = answering();
    renderPage(<ChartPage />, aStore({ chart: { ...firstChart, amaOn: true } }));
    await select();
    expect(asked[0]?.ama_config).toMatchObject({ enabled: true, bl_signal_ibs: 69 });
  });

  it("fetches the days before and after ahead, and each day once", async () => {
    const asked = answering();
    renderPage(<ChartPage />, aStore({ chart: { ...firstChart, selectedDate: "2024-05-02" } }));
    await select();
    await waitFor(() => expect(asked).toHaveLength(3));
    await userEvent.click(previous());
    expect(await select()).toHaveValue("2024-05-01");
    await userEvent.click(next());
    await userEvent.click(next());
    expect(await select()).toHaveValue("2024-05-03");
    expect(asked.map((body) => body.selected_date).toSorted()).toEqual(DATES);
  });

  it("knows the latest day by its date once it has come", async () => {
    const asked = answering();
    const store = renderPage(<ChartPage />);
    await select();
    await waitFor(() => expect(asked).toHaveLength(2));
    act(() => void store.dispatch(daySelected(LATEST)));
    await waitFor(async () => expect(await select()).toBeEnabled());
    expect(asked.map((body) => body.selected_date)).toEqual([undefined, "2024-05-02"]);
  });
});

it("clears the chart cache, then asks for the day again", async () => {
  const asked = answering();
  let askedBefore = 0;
  server.use(
    http.post("*/api/v2/charts/cache/clear", () => {
      askedBefore = asked.length;
      return HttpResponse.json({ cleared: 1 });
    }),
  );
  renderPage(<ChartPage />);
  await select();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Clear Cache" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "More chart actions" }));
  await userEvent.click(await screen.findByRole("button", { name: "Clear Cache" }));
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(askedBefore).toBe(2);
});

describe("AMA", () => {
  const painted = ({ ama_config, selected_date }: ChartBody) =>
    anAnswer({
      dates: DATES,
      date: selected_date ?? LATEST,
      ...(ama_config && { signals: { 2: 1, 5: -1, 9: 10 } }),
    });

  it("off: no badge, no settings", async () => {
    answering(painted);
    renderPage(<ChartPage />);
    await select();
    expect(screen.getByRole("checkbox", { name: "AMA OFF" })).not.toBeChecked();
    expect(screen.getByRole("button", { name: "AMA Settings" })).toBeDisabled();
    expect(screen.queryByText(/AMA signal/)).toBeNull();
  });

  it("on: asks for signals, counts them and opens the settings; off again clears them", async () => {
    const asked = answering(painted);
    renderPage(
      <ChartPage
        amaSettings={(close) => (
          <button type="button" onClick={close}>
            panel
          </button>
        )}
      />,
    );
    await select();
    await userEvent.click(screen.getByRole("checkbox", { name: "AMA OFF" }));
    expect(await screen.findByText("3 AMA signals")).toBeVisible();
    expect(asked.at(-1)?.ama_config).toMatchObject({ enabled: true });
    await userEvent.click(screen.getByRole("button", { name: "AMA Settings" }));
    await userEvent.click(screen.getByRole("button", { name: "panel" }));
    expect(screen.queryByRole("button", { name: "panel" })).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "AMA ON" }));
    expect(screen.queryByText(/AMA signals/)).toBeNull();
  });
});

describe("what stands in for the chart", () => {
  it("says that it is loading", async () => {
    server.use(
      http.get("*/api/features", () => HttpResponse.json(aCatalogue([], []))),
      http.post("*/api/v2/charts/data", () => delay("infinite")),
    );
    renderPage(<ChartPage />);
    expect(screen.getByText("Loading chart data...")).toBeVisible();
  });

  it("says that no day matches", async () => {
    const none = {
      ...anAnswer({ current: 0, previous: 0, dates: [] }),
      navigation: { ...aDay({ dates: [] }).navigation, currentDate: null },
    };
    answering(() => none);
    renderPage(<ChartPage />);
    expect(await screen.findByText("No chart data available for the selected filters.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Export" })).toBeDisabled();
  });

  it("says why it could not be loaded, and tries again", async () => {
    let isDown = true;
    answering(({ selected_date }) =>
      isDown
        ? failed(422, { message: "No such filter." })
        : anAnswer({ dates: DATES, date: selected_date ?? LATEST }),
    );
    const store = renderPage(<ChartPage />);
    expect(await screen.findByText("Failed to load chart data: No such filter.")).toBeVisible();
    expect(store.getState().ui.toasts).toEqual([]);
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await select()).toHaveValue(LATEST);
  });

  it("keeps the day that is drawn where only asking for it anew fails", async () => {
    let [isDown, refused] = [false, 0];
    answering(({ selected_date }) => {
      if (!isDown) return anAnswer({ dates: DATES, date: selected_date ?? LATEST });
      refused += 1;
      return failed(422, { message: "Not now." });
    });
    const store = renderPage(<ChartPage />);
    expect(await select()).toHaveValue(LATEST);
    const chart = screen.getByRole("application");
    isDown = true;
    store.dispatch(dataApi.util.invalidateTags(["Data"]));
    expect(await screen.findByText("Not refreshed: Not now.")).toBeVisible();
    store.dispatch(snapshotShown(aSummary({ id: "s2" })));
    await waitFor(() => expect(refused).toBe(2));
    expect(await screen.findByText("Not refreshed: Not now.")).toBeVisible();
    expect(chart).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.queryByText(/^Not refreshed/)).toBeNull());
    isDown = true;
    store.dispatch(daySelected("2024-05-01"));
    expect(await screen.findByText(loadFailed("Not now."))).toBeVisible();
  });

  it.each(["open", "high", "low", "close"])(
    "a null for a bar's %s is an error, no bar from zero",
    async (price) => {
      const bars = anAnswer().bars.map((bar, i) => (i === 100 ? { ...bar, [price]: null } : bar));
      answering(() => ({ ...anAnswer({ dates: DATES }), bars }));
      renderPage(<ChartPage />);
      expect(await screen.findByRole("alert")).toHaveTextContent("Chart Error");
      expect(screen.queryByText(AS_A_TABLE)).toBeNull();
      expect(screen.getByRole("button", { name: "Export" })).toBeDisabled();
    },
  );

  it("asks again for an answer that could not be drawn, and draws the other one", async () => {
    const whole = anAnswer({ dates: DATES });
    const broken = { ...whole, bars: whole.bars.map((bar) => ({ ...bar, low: undefined })) };
    const answers: object[] = [broken, broken, whole];
    const asked = answering(({ selected_date }) =>
      selected_date === undefined ? (answers.shift() ?? whole) : whole,
    );
    renderPage(<ChartPage />);
    const latest = () => asked.filter((body) => body.selected_date === undefined).length;
    for (const calls of [1, 2]) {
      await waitFor(() => expect(latest()).toBe(calls));
      await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Chart Error"));
      await waitFor(() => expect(screen.queryByText("Loading chart data...")).toBeNull());
      await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    }
    expect(await screen.findByRole("application")).toBeVisible();
    expect(latest()).toBe(3);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says that it could not be drawn, and clears that on another try", async () => {
    const broken = {
      ...anAnswer({ dates: DATES }),
      bars: anAnswer().bars.map((bar) => ({ ...bar, low: undefined })),
    };
    let answer: object = broken;
    answering(() => answer);
    const store = renderPage(<ChartPage />);
    const panel = await screen.findByRole("alert");
    expect(panel).toHaveTextContent("Chart Error");
    expect(panel).toHaveTextContent(
      "An error occurred while rendering the chart. This might be due to invalid data or a temporary issue.",
    );
    answer = anAnswer({ dates: DATES });
    act(() => void store.dispatch(amaSwitched(true)));
    await waitFor(() => expect(previous()).toBeEnabled());
    await userEvent.click(within(screen.getByRole("alert")).getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("application")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("around the chart", () => {
  const filter: Filter = { feature: "gap_up", operator: "=", value: true };

  it("the hint bar says how to move it", async () => {
    answering();
    renderPage(<ChartPage />);
    expect(
      screen.getByText(
        "Scroll zoom, Shift+Scroll Y only, Alt+Scroll X only, Drag pan, Double-click reset view",
      ),
    ).toBeVisible();
    await select();
  });

  it("Export is disabled with the reason where the tier lacks it", async () => {
    answering();
    renderPage(<ChartPage exportDenied="Not in your plan" />);
    await select();
    expect(screen.getByRole("button", { name: "Export" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Export" })).toHaveAttribute("title", "Not in your plan");
  });

  it("an export knows day and filters", async () => {
    answering();
    const others = ["gap_class", "or12_high", "or18_low", "or18_high"];
    const active = [filter, ...others.map((feature) => ({ ...filter, feature }))];
    const store = aStore({ filters: { ...emptyFilters, active } });
    renderPage(
      <ChartPage
        exportChart={(_close, { filters, day }) => (
          <p>{`${filters.join()} on ${day.metadata.currentDate}`}</p>
        )}
      />,
      store,
    );
    const button = await screen.findByRole("button", { name: "Export" });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    const names = ["Gap Up", "Gap class", "Or12 high", "Or18 low", "Or18 high"];
    const texts = names.map((name) => `${name} equals True`);
    expect(await screen.findByText(`${texts.join()} on ${LATEST}`)).toBeVisible();
  });

  it("the day is there as a table, every bar of it", async () => {
    answering(() => anAnswer({ dates: DATES, levels: { gxl: null } }));
    renderPage(<ChartPage />);
    await select();
    await userEvent.click(await screen.findByText(AS_A_TABLE));
    expect(await screen.findAllByRole("row")).toHaveLength(82);
    expect(screen.getByText(/^HoY 5,210\.00, LoY 5,203\.00, .*GXL unknown/)).toBeVisible();
  });

  it("leads to the days like a full session, and of a half day says why not", async () => {
    answering(({ selected_date: date }) =>
      anAnswer({ dates: DATES, date: date ?? "2024-05-02", metadata: { kind: date ? "short" : "full" } }),
    );
    renderPage(<ChartPage />);
    await select();
    const more = screen.getByRole("button", { name: "More chart actions" });
    await userEvent.click(more);
    expect(await screen.findByRole("link", { name: DAYS_LIKE })).toHaveAttribute(
      "href",
      `/days?view=like&date=${DATES[1]}`,
    );
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByRole("button", { name: "Next day" }));
    await userEvent.click(more);
    expect(await screen.findByRole("button", { name: `${DAYS_LIKE}. ${ONLY_FULL}` })).toBeDisabled();
  });

  it("a roll session and unknown levels are said", async () => {
    answering(() =>
      anAnswer({ dates: DATES, metadata: { is_roll: true }, levels: { hoy: null, loy: null, coy: null } }),
    );
    renderPage(<ChartPage />);
    expect(await screen.findByRole("note", { name: "About this day" })).toHaveTextContent(
      "Roll session to ESM4: yesterday's levels are another contract's. Levels that are unknown are not drawn.",
    );
  });
});

describe("the full screen", () => {
  const button = () => screen.findByRole("button", { name: "Full screen" });

  it("is entered and left by its button, and left with the browser's", async () => {
    answering();
    const enter = vi.fn(() => Promise.resolve());
    Object.assign(document.documentElement, { requestFullscreen: enter });
    renderPage(<ChartPage />);
    expect(await button()).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(await button());
    expect(await button()).toHaveAttribute("aria-pressed", "true");
    expect(enter).toHaveBeenCalledOnce();
    act(() => void document.dispatchEvent(new Event("fullscreenchange")));
    expect(await button()).toHaveAttribute("aria-pressed", "false");
    enter.mockRejectedValueOnce(new TypeError("not allowed"));
    await userEvent.click(await button());
    expect(await button()).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(await button());
    expect(await button()).toHaveAttribute("aria-pressed", "false");
  });

  it("is a phone's on its side, unless the button says otherwise", async () => {
    answering();
    const isOnSide = (query: string) => query.includes("landscape");
    const asked = vi.spyOn(window, "matchMedia");
    asked.mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: isOnSide(query) }) as never,
    );
    renderPage(<ChartPage />);
    expect(await button()).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(await button());
    expect(await button()).toHaveAttribute("aria-pressed", "false");
  });
});
