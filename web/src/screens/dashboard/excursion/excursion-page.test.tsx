import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { ExcursionAnswer, ExcursionRequest, FeaturesAnswer } from "@/api/generated";
import { aCatalogue, gapUp } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import ExcursionPage from "./excursion-page";

function answerTo({ targets, stops }: ExcursionRequest): ExcursionAnswer {
  const cell = (target: number, stop: number) => ({
    target,
    stop,
    target_first_days: 100,
    stop_first_days: 300,
    same_bar_days: 0,
    neither_days: 20,
    rate: 0.25,
    confidence_interval: { lower: 0.21, upper: 0.29 },
    break_even: stop / (target + stop),
    ended: { target: 0.2, stop: 0.7, close: 0.1 },
    mean_r: -0.125,
    mean_adr_pct: -2.5,
    mean_points: null,
    mean_interval: { lower: -5, upper: 0.5 },
    mean_if_target: -2.5,
    coin: null,
  });
  return {
    days: 430,
    asked_days: 420,
    minute_days: null,
    cells: targets.flatMap((target) => stops.map((stop) => cell(target, stop))),
    detail: null,
    look_ahead: [],
    snapshot: "s1",
  };
}

function serves(
  answer: (asked: ExcursionRequest) => Partial<ExcursionAnswer> | HttpResponse<object>,
  catalogue: FeaturesAnswer = aCatalogue([gapUp], []),
) {
  const asked: ExcursionRequest[] = [];
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.post("*/api/v2/excursion", async ({ request }) => {
      const body = (await request.json()) as ExcursionRequest;
      asked.push(body);
      const answered = answer(body);
      return answered instanceof Response ? answered : HttpResponse.json({ ...answerTo(body), ...answered });
    }),
  );
  return asked;
}

const cells = () => within(screen.getByRole("table")).getAllByRole("button");

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

it("every target stands with every stop, and how many days are asked and left out is said", async () => {
  const asked = serves(() => ({}));
  renderPage(<ExcursionPage />);
  await waitFor(() => expect(cells()[0]).toHaveTextContent("−2.5"));
  expect(cells()).toHaveLength(100);
  expect(screen.getByRole("status")).toHaveTextContent("420 days. 10 days without ADR10 left out.");
  expect(asked[0]).toMatchObject({ from_bar: 0, side: "up", unit: "adr", costs: 0 });
});

it.each([
  [null, /Counted from five-minute bars:/],
  [300, /Counted from one-minute bars on 300 days, else from five-minute bars:/],
  [420, /Counted from one-minute bars:/],
])("with %s days of one-minute bars the page says which bars tell the order", async (minute_days, words) => {
  serves(() => ({ minute_days }));
  renderPage(<ExcursionPage />);
  await waitFor(() => expect(screen.getByText(words)).toBeVisible());
});

it("arrows walk the cells, one of which is reached by Tab, and Enter picks", async () => {
  const asked = serves(() => ({}));
  renderPage(<ExcursionPage />);
  await waitFor(() => expect(cells()[0]).toHaveTextContent("−2.5"));
  expect(cells().filter((each) => each.tabIndex === 0)).toHaveLength(1);
  const named = (words: string) => screen.getByRole("button", { name: new RegExp(`target ${words}`) });
  const user = userEvent.setup();
  named("25% of ADR10, stop 25%").focus();
  await user.keyboard("{ArrowRight}{ArrowUp}");
  expect(named("30% of ADR10, stop 20%")).toHaveFocus();
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("target 30% of ADR10, stop 20%");
  await user.keyboard("{Enter}");
  expect(named("30% of ADR10, stop 20%")).toHaveAttribute("aria-pressed", "true");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ targets: [30], stops: [20] }));
});

it("filters that know more than the decision are named", async () => {
  serves(() => ({ look_ahead: [gapUp.name] }));
  renderPage(<ExcursionPage />);
  const warning = await screen.findByText(`Look-ahead: ${gapUp.displayName} is known only after the open.`);
  expect(warning).toBeInTheDocument();
});

it("what the service refuses is said in the place of the figures", async () => {
  serves(() => HttpResponse.json({ message: "targets: expected numbers above 0." }, { status: 422 }));
  renderPage(<ExcursionPage />);
  expect(await screen.findByRole("alert")).toHaveTextContent("targets: expected numbers above 0.");
  expect(screen.queryByRole("table")).toBeNull();
});

it("another unit has other cells: what was picked is let go", async () => {
  const asked = serves(() => ({}));
  renderPage(<ExcursionPage />, aStore(), "/excursion?cell=30/20");
  await waitFor(() => expect(cells()[0]).toHaveTextContent("−2.5"));
  await userEvent.setup().selectOptions(screen.getByLabelText("Measured in"), "r");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ unit: "r" }));
  expect(cells().some((each) => each.ariaPressed === "true")).toBe(false);
});
