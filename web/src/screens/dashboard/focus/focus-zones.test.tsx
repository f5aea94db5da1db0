import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useAppDispatch } from "@/lib/state/hooks";
import { probabilityToggled } from "@/lib/state/ui-slice";
import { aCatalogue, aCategory, aFeature, aSummary, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { CardMatches } from "@/parts/find/card-matches";
import type { Filter } from "@/question/filters";
import { emptyFilters, type FiltersState } from "@/question/filters-slice";
import { FocusZones } from "./focus-zones";

const nr7 = aFeature({ name: "nr7", displayName: "NR7", category: "RANGE" });
const filters: Filter[] = [
  { feature: "gap_up", operator: "=", value: true },
  { feature: "gap_class", operator: "in", value: ["flat"] },
];

beforeEach(() => {
  const catalogue = aCatalogue([nr7, gapUp, gapClass], [aCategory("GAPS"), aCategory("RANGE")]);
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
  );
});

const SET = { active: filters.slice(0, 1), pending: filters.slice(1) };

/** Two answers of one card each: its name, and the way to take it off. */
function Answer({ name }: { name: string }) {
  const dispatch = useAppDispatch();
  return (
    <article>
      {name}{" "}
      <button type="button" onClick={() => dispatch(probabilityToggled(name))}>{`Close ${name}`}</button>
    </article>
  );
}

function shown(names: string[], onAdd = () => {}, asked: Partial<FiltersState> = SET) {
  const zones = (
    <CardMatches value={new Set()}>
      <FocusZones
        conditions={<p>what is set</p>}
        aside={null}
        start={<p>start from a question</p>}
        onAdd={onAdd}
        renderAnswer={({ name }) => <Answer name={name} />}
      />
    </CardMatches>
  );
  const ui = { ...letIn.ui, activeProbabilityFeatures: names };
  return renderPage(zones, aStore({ ui, filters: { ...emptyFilters, ...asked } }));
}

const answers = () => screen.getAllByRole("article").map((each) => each.textContent?.split(" ")[0]);

describe("the board", () => {
  it.each([
    [[], {}, 1],
    [[], SET, 0],
    [["nr7"], {}, 0],
  ])("begins with a question while nothing is open or set: %j, %j", async (open, asked, count) => {
    shown(open, () => {}, asked);
    await screen.findByRole("heading", { name: `Answers (${open.length})` });
    expect(screen.queryAllByText("start from a question")).toHaveLength(count);
  });

  it("has the open answers in the order of their categories, whatever narrows the cards of all features", async () => {
    shown(["nr7", "gap_up", "gap_class", "unknown"]);
    expect(await screen.findByRole("heading", { name: "Answers (3)" })).toBeVisible();
    expect(answers()).toEqual(["gap_up", "gap_class", "nr7"]);
    expect(screen.getByText("gap_up", { exact: false, selector: "article" })).toBeVisible();
  });

  it("keeps the focus where an answer was closed: the next has it, then the one before, then the way to add", async () => {
    const store = shown(["nr7", "gap_up", "gap_class"]);
    await userEvent.click(await screen.findByRole("button", { name: "Close gap_class" }));
    expect(store.getState().ui.activeProbabilityFeatures).toEqual(["nr7", "gap_up"]);
    expect(screen.getByText(/^nr7/)).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Close nr7" }));
    expect(screen.getByText(/^gap_up/)).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Close gap_up" }));
    expect(screen.getByRole("button", { name: "Add an answer" })).toHaveFocus();
  });

  it("leaves the focus to whoever has it", async () => {
    const store = shown(["nr7", "gap_up"]);
    await userEvent.click(await screen.findByRole("button", { name: "Add an answer" }));
    store.dispatch(probabilityToggled("gap_up"));
    expect(await screen.findByRole("heading", { name: "Answers (1)" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Add an answer" })).toHaveFocus();
  });

  it("adds by the palette", async () => {
    const onAdd = vi.fn();
    shown(["nr7"], onAdd);
    await userEvent.click(await screen.findByRole("button", { name: "Add an answer" }));
    expect(onAdd).toHaveBeenCalledOnce();
  });

  it("without an answer offers those of a first visit that the tier has", async () => {
    const store = shown([]);
    const offers = await screen.findByRole("list", { name: "Answers to begin with" });
    const offered = await within(offers).findAllByRole("button");
    expect(offered.map((each) => each.textContent)).toEqual(["Gap Class"]);
    await userEvent.click(within(offers).getByRole("button", { name: "Gap Class" }));
    expect(store.getState().ui.activeProbabilityFeatures).toEqual(["gap_class"]);
    expect(answers()).toEqual(["gap_class"]);
  });
});

it("on a narrow page the conditions are folded behind a line that counts them", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  shown(["nr7"]);
  const line = await screen.findByRole("button", { name: "Conditions (2)" });
  expect(screen.queryByText("what is set")).toBeNull();
  await userEvent.click(line);
  expect(line).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText("what is set")).toBeVisible();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
