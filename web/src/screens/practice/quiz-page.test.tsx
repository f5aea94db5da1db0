import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { QuizAnswerRequest, QuizDay, QuizNextRequest, QuizResult } from "@/api/generated";
import { addAnswer, keptAnswers } from "@/kept/quiz/answers";
import { keptRound } from "@/kept/quiz/round";
import { aCatalogue, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { aStore, aStoreWithCatalogue, renderPage } from "@/lib/testing/render";
import { savedFiles } from "@/lib/testing/saved-files";
import { server } from "@/lib/testing/server";
import { emptyFilters } from "@/question/filters-slice";
import QuizPage from "./quiz-page";
import { anAnswer, aQuizDay, aQuizResult, insideDay } from "./testing";

type Refusal = HttpResponse<object>;

function serves({
  day = (asked) => aQuizDay(asked.feature ? { feature: asked.feature } : {}),
  result = () => aQuizResult(),
}: {
  day?: (asked: QuizNextRequest) => QuizDay | Refusal;
  result?: (asked: QuizAnswerRequest) => QuizResult | Refusal;
} = {}) {
  const [asked, guessed]: [QuizNextRequest[], QuizAnswerRequest[]] = [[], []];
  const answer = (given: object) => (given instanceof Response ? given : HttpResponse.json(given));
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, gapFillBar, insideDay], []))),
    http.post("*/api/v2/quiz/next", async ({ request }) => {
      const body = (await request.json()) as QuizNextRequest;
      asked.push(body);
      return answer(day(body));
    }),
    http.post("*/api/v2/quiz/answer", async ({ request }) => {
      const body = (await request.json()) as QuizAnswerRequest;
      guessed.push(body);
      return answer(result(body));
    }),
  );
  return { asked, guessed };
}

const question = () => screen.findByRole("heading", { name: /^It is / });
const field = () => screen.getByRole("spinbutton", { name: "Your probability, percent" });
const show = () => screen.getByRole("button", { name: "Show the day" });
const next = () => screen.findByRole("button", { name: "Next day" });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

it("a day is asked by keyboard alone: digits, Enter, and Enter again for the next one", async () => {
  const { asked, guessed } = serves();
  renderPage(<QuizPage />);
  expect(await question()).toHaveTextContent("It is 10:30, bar 12. Will the gap fill?");
  expect(asked).toEqual([{ filters: {}, symbol: "ES" }]);
  expect(field()).toHaveValue("");
  expect(field()).toHaveAttribute("aria-valuetext", "nothing chosen");
  expect(show()).toBeDisabled();
  const user = userEvent.setup();
  await user.type(field(), "69{ArrowUp}{Enter}");
  expect(await screen.findByText("Gap filled on bar 34, 12:20.")).toBeInTheDocument();
  expect(guessed).toEqual([{ token: "t1", probability: 70 }]);
  expect(screen.getByText(/^You said 70%\. Penalty 9 /)).toBeInTheDocument();
  expect(screen.getByText("05/02/2024")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Open its chart" })).toHaveAttribute(
    "href",
    "/chart?date=2024-05-02",
  );
  expect(screen.getByText(/^1 answer\. Mean penalty 9\.0 /)).toBeInTheDocument();
  expect(await next()).toHaveFocus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(asked).toHaveLength(2));
  await waitFor(() => expect(field()).toHaveFocus());
  expect(field()).toHaveValue("");
  const bars = screen.getByLabelText("Known up to");
  await user.selectOptions(bars, "Bar 6, 10:00");
  await waitFor(() => expect(asked).toHaveLength(3));
  await question();
  expect(bars).toHaveFocus();
});

it("nothing but a whole number from 0 to 100 is sent", async () => {
  const { guessed } = serves();
  renderPage(<QuizPage />);
  await question();
  const user = userEvent.setup();
  for (const text of ["101", "-1", "5.5", "half"]) {
    await user.clear(field());
    await user.type(field(), `${text}{Enter}`);
    expect(field()).toBeInvalid();
    expect(show()).toBeDisabled();
  }
  await user.click(screen.getByRole("button", { name: "75%" }));
  expect(field()).toHaveValue("75");
  expect(screen.getByRole("slider", { name: "Your probability" })).toHaveAttribute("aria-valuetext", "75%");
  expect(guessed).toEqual([]);
});

it("the choices are the address's and the question's; seals and filters hold for those that match", async () => {
  const { asked } = serves();
  const active = [{ feature: "gap_up", operator: "=" as const, value: true }];
  const seals = { ES: { share: 20 as const, from: "2026-01-05" } };
  renderPage(
    <QuizPage />,
    aStore({ filters: { ...emptyFilters, active }, sealed: { seals, openings: [] } }),
    "/quiz?bar=18&ask=gap_fill_bar",
  );
  await question();
  const explored = { operator: "range", value: ["1900-01-01", "2026-01-04"] };
  expect(asked.at(-1)).toMatchObject({ as_of: 18, feature: "gap_fill_bar", symbol: "ES" });
  expect(JSON.stringify(asked.at(-1)?.filters)).toContain(JSON.stringify(explored.value));
  expect(JSON.stringify(asked.at(-1)?.filters)).not.toContain("gap_up");
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText("Days"), "Days that match the filters");
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(JSON.stringify(asked[1]?.filters)).toContain("gap_up");
  expect(JSON.stringify(asked[1]?.filters)).toContain("2026-01-04");
  expect(screen.getByText(/^Gap up\./)).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText("Known up to"), "By chance");
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked[2]).not.toHaveProperty("as_of");
});

it.each([
  [409, "This day is answered already."],
  [409, "The hour for this day is over."],
  [409, "The data was renewed, so this day cannot be answered any more."],
  [404, "Not one of yours."],
])("a day that is closed says why (%s, %s) and leads on", async (status, message) => {
  const { asked } = serves({ result: () => HttpResponse.json({ message }, { status }) });
  renderPage(<QuizPage />);
  await question();
  const user = userEvent.setup();
  await user.type(field(), "70{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(screen.queryByRole("spinbutton")).toBeNull();
  expect(keptAnswers.load().value).toEqual([]);
  await user.click(await next());
  await waitFor(() => expect(asked).toHaveLength(2));
});

it("a guess that nobody answered is kept, and sent again", async () => {
  let isAway = true;
  const { guessed } = serves({ result: () => (isAway ? HttpResponse.error() : aQuizResult()) });
  renderPage(<QuizPage />);
  await question();
  const user = userEvent.setup();
  await user.type(field(), "70{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Your guess is kept: send it again.");
  expect(field()).toHaveValue("70");
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Gap filled on bar 34, 12:20.")).toBeInTheDocument();
  expect(guessed.map(({ probability }) => probability)).toEqual([70, 70]);
});

it("what the service refuses to ask is said, and another day may be asked for", async () => {
  const message = "feature: Gap Up is known at the open.";
  const { asked } = serves({ day: () => HttpResponse.json({ message }, { status: 422 }) });
  renderPage(<QuizPage />, aStore(), "/quiz?ask=gap_up");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  await userEvent.setup().click(screen.getByRole("button", { name: "Ask again" }));
  await waitFor(() => expect(asked).toHaveLength(2));
});

const tokens = () => {
  let drawn = 0;
  return () => {
    drawn += 1;
    return aQuizDay({ token: `t${drawn}` });
  };
};

it("a round goes through its guesses to its score, and a reload goes on where it was", async () => {
  const results = [true, false, true, true, true];
  const { asked, guessed } = serves({
    day: tokens(),
    result: ({ token }) =>
      aQuizResult({
        date: `2024-05-0${token.slice(1)}`,
        occurred: results[Number(token.slice(1)) - 1] ?? true,
      }),
  });
  const address = "/practice?guesses=5";
  renderPage(<QuizPage />, aStore(), address);
  const user = userEvent.setup();
  for (const number of [1, 2]) {
    await question();
    expect(screen.getByText(`Guess ${number} of 5`)).toBeInTheDocument();
    await user.type(field(), "70{Enter}");
    await user.click(await next());
  }
  await question();
  expect(asked).toHaveLength(3);
  cleanup();

  renderPage(<QuizPage />, aStore(), address);
  for (const number of [3, 4, 5]) {
    await question();
    expect(screen.getByText(`Guess ${number} of 5`)).toBeInTheDocument();
    await user.type(field(), "70{Enter}");
    if (number < 5) await user.click(await next());
  }
  expect(guessed.map(({ token }) => token)).toEqual(["t1", "t2", "t3", "t4", "t5"]);
  expect(asked).toHaveLength(5);
  await user.click(await screen.findByRole("button", { name: "Show the score" }));
  // Four guesses of 70% that came and one that did not: (4 * 9 + 49) / 5.
  const score = screen.getByRole("region", { name: "The round's score" });
  expect(score).toHaveTextContent("Mean penalty 17.0 (0 best, 100 worst).");
  const [, worst] = within(score).getAllByRole("row");
  expect(worst).toHaveTextContent(/^Gap filled10:30, bar 1270%no49/);
  expect(within(score).getByRole("link", { name: "05/02/2024" })).toHaveAttribute(
    "href",
    "/chart?date=2024-05-02",
  );
  expect(screen.getByRole("button", { name: "New round" })).toHaveFocus();
  await user.keyboard("{Enter}");
  await question();
  expect(screen.getByText("Guess 1 of 5")).toBeInTheDocument();
  expect(screen.getByText(/^Round of 5, /)).toHaveTextContent("penalty 17.0, the average's");
});

it("a reload after one guess asks for another day, before it for the same", async () => {
  const { asked } = serves({ day: tokens() });
  renderPage(<QuizPage />, aStore(), "/practice");
  await question();
  cleanup();
  renderPage(<QuizPage />, aStore(), "/practice");
  await question();
  expect(asked).toHaveLength(1);
  const user = userEvent.setup();
  await user.type(field(), "70{Enter}");
  await next();
  cleanup();
  renderPage(<QuizPage />, aStore(), "/practice");
  await question();
  expect(asked).toHaveLength(2);
  expect(field()).toHaveValue("");
});

it("a score is there after a reload; other choices begin another round", async () => {
  for (const at of [1, 2, 3, 4, 5]) addAnswer(anAnswer({ at, round: { id: "r1", guesses: 5 } }));
  const { asked } = serves();
  const asks = JSON.stringify({ question: { filters: {}, symbol: "ES" }, guesses: 5 });
  keptRound.keep({ id: "r1", asks, day: null });
  renderPage(<QuizPage />, aStore(), "/practice?guesses=5");
  expect(await screen.findByRole("region", { name: "The round's score" })).toBeInTheDocument();
  expect(asked).toHaveLength(0);
  await userEvent.setup().selectOptions(screen.getByLabelText("Round"), "10 guesses");
  await question();
  expect(screen.getByText("Guess 1 of 10")).toBeInTheDocument();
});

it("a day that cannot be answered any more is not asked again after a reload", async () => {
  const { asked } = serves({
    day: tokens(),
    result: () => HttpResponse.json({ message: "The hour for this day is over." }, { status: 409 }),
  });
  renderPage(<QuizPage />, aStore(), "/practice?guesses=5");
  await question();
  await userEvent.setup().type(field(), "70{Enter}");
  await next();
  cleanup();
  renderPage(<QuizPage />, aStore(), "/practice?guesses=5");
  await question();
  expect(screen.getByText("Guess 1 of 5")).toBeInTheDocument();
  expect(asked).toHaveLength(2);
});

it("days of a list are asked for by its name", async () => {
  server.use(
    http.get("*/api/v2/lists", () =>
      HttpResponse.json({
        symbol: "ES",
        may_edit: false,
        lists: [{ name: "reversals", symbol: "ES", days: [], updated_at: 1 }],
      }),
    ),
  );
  const { asked } = serves();
  renderPage(<QuizPage />, aStore(), "/practice?of=matching");
  await question();
  await userEvent.setup().selectOptions(screen.getByLabelText("Days"), "List reversals");
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(JSON.stringify(asked[1]?.filters)).toContain("day_list");
  expect(JSON.stringify(asked[1]?.filters)).toContain("reversals");
  expect(screen.queryByText(/Change the filters/)).toBeNull();
});

it("the record shows calibration by question, time of day and side too", async () => {
  serves();
  addAnswer(anAnswer({ at: 1, feature: "hoy_bo_bar", as_of: 6 }));
  addAnswer(anAnswer({ at: 2, as_of: 54, probability: 20, occurred: false }));
  renderPage(<QuizPage />, await aStoreWithCatalogue());
  const by = await screen.findByLabelText("How often it came, by");
  const rows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);
  expect(rows()).toHaveLength(10);
  const user = userEvent.setup();
  await user.selectOptions(by, "Time of day");
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^10:00, bar 6170\.00%100\.00%.*916$/),
    expect.stringMatching(/^14:00, bar 54120\.00%0\.00%.*436$/),
  ]);
  await user.selectOptions(by, "Side");
  expect(rows().map((row) => row.firstChild?.textContent)).toEqual(["Either way", "A rise is asked"]);
});

it("only what may still come is offered as a question", async () => {
  serves();
  renderPage(<QuizPage />);
  await question();
  const offered = within(screen.getByLabelText("Question")).getAllByRole("option");
  expect(offered.map(({ textContent }) => textContent)).toEqual(["By chance", "Gap filled", "Inside day"]);
});

it("the answers of another tab are there at once, and what it emptied is gone", async () => {
  serves();
  addAnswer(anAnswer({ at: 1 }));
  renderPage(<QuizPage />);
  expect(await screen.findByText(/^1 answer\./)).toBeInTheDocument();
  act(() => void addAnswer(anAnswer({ at: 2 })));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: keptAnswers.name })));
  expect(screen.getByText(/^2 answers\./)).toBeInTheDocument();
  localStorage.removeItem(keptAnswers.name);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: keptAnswers.name })));
  expect(screen.getByText("No answers yet.")).toBeInTheDocument();
});

it("the answers are saved as a file for spreadsheets and emptied after a question", async () => {
  serves();
  const saved = savedFiles();
  addAnswer(anAnswer({ probability: 70, base: 0.6, coin: null, symbol: "=ES", at: Date.UTC(2026, 10, 26) }));
  renderPage(<QuizPage />, await aStoreWithCatalogue());
  await screen.findByText(/^1 answer\./);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Save as CSV" }));
  expect(saved[0]?.name).toBe("session-almanac-quiz.csv");
  const lines = (await saved[0]?.file.text())?.split("\r\n");
  expect(lines?.[1]).toBe(
    '2026-11-26T00:00:00.000Z,"\'=ES",2024-05-02,"Gap Fill",12,70,yes,0.09,0.6,0.16,,,"s1","",1',
  );
  await user.click(screen.getByRole("button", { name: "Empty" }));
  const dialog = await screen.findByRole("dialog", { name: "Empty your answers" });
  expect(dialog).toHaveTextContent("1 answer will be forgotten");
  await user.click(within(dialog).getByRole("button", { name: "Empty" }));
  expect(await screen.findByText("No answers yet.")).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem(keptAnswers.name) ?? "").answers).toEqual([]);
});
