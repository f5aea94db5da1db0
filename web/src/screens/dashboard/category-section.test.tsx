import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aCategory, aFeature } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { cardsOf } from "./categories";
import { CategorySection } from "./category-section";

const FIVE = Array.from({ length: 5 }, (_, at) => aFeature({ name: `f${at}` }));

function section(parts: Parameters<typeof aCategory>[1] = {}, features = FIVE, open: string[] = []) {
  const category = aCategory("GAPS", { display_name: "Gap Features", ...parts });
  renderPage(
    <CategorySection {...{ category, features }} renderCard={({ name }) => <p>{name}</p>} />,
    aStore({ ui: { ...letIn.ui, activeProbabilityFeatures: open } }),
  );
  return screen.getByRole("region", { name: "Gap Features" });
}

/** The grid's places in order: a card's text, or nothing for a spacer. */
function places(region: HTMLElement): (string | null)[] {
  const grid = region.querySelector("[id]:is(div)");
  return [...(grid?.children ?? [])].map((place) => place.textContent);
}

it("pads the open cards' rows of a row pattern to four columns with invisible spacers", () => {
  const ui_layout = { cards_per_row: null, row_pattern: [1, 3] };
  const region = section({ ui_layout }, FIVE, ["f1", "f2", "f4"]);
  expect(places(region)).toEqual(["f1", "", "", "", "f2", "f4", "", "", "f0", "f3"]);
  expect(region.querySelectorAll("[aria-hidden=true].spacer")).toHaveLength(5);
});

it("a section is open at first and bears its category's colour at its border and dot", () => {
  const region = section({ color: "#F59E0B" });
  expect(screen.getByRole("button", { name: /^Gap Features ?\(5 features\)$/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  expect(region.style.getPropertyValue("--category")).toBe("#F59E0B");
  expect(region.querySelector(".categoryDot")).toBeInTheDocument();
});

it("without a pending or active filter there is no badge", () => {
  section();
  expect(screen.queryByText(/pending$|active$/)).toBeNull();
});

it("a feature without a display order comes after those that have one below 999", () => {
  const unordered = aFeature({ name: "unordered" });
  unordered.ui_schema.display_order = null as unknown as number;
  const features = [
    aFeature({ name: "last", order: 1000 }),
    unordered,
    aFeature({ name: "first", order: 998 }),
  ];
  expect(cardsOf("GAPS", features).map(({ name }) => name)).toEqual(["first", "unordered", "last"]);
});
