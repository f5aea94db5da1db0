import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { aCategory, aFeature } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { CardMatches } from "@/parts/find/card-matches";
import { CategorySection } from "./category-section";
import { MatchWords, NoMatch } from "./narrowing";

const gaps = {
  category: aCategory("GAPS", {
    display_name: "Gap Features",
    ui_layout: { cards_per_row: 3, row_pattern: null },
  }),
  features: ["one", "two", "three"].map((name) => aFeature({ name })),
};
const others = ["RANGE", "EOD"].map((id) => ({
  category: aCategory(id),
  features: [aFeature({ name: id })],
}));

function narrowedTo(...names: string[]) {
  return renderPage(
    <CardMatches value={new Set(names)}>
      <MatchWords shown={[gaps]} others={others} />
      <NoMatch shown={[gaps]} />
      <CategorySection {...gaps} renderCard={({ name }) => <p>card {name}</p>} />
    </CardMatches>,
  );
}

it("cards that match stay in their order, the others are hidden and keep what they hold", () => {
  narrowedTo("three", "one");
  const cards = screen.getAllByText(/^card/);
  expect(cards.map((card) => card.textContent)).toEqual(["card one", "card two", "card three"]);
  const [one, two, three] = cards;
  expect(one).toBeVisible();
  expect(two).not.toBeVisible();
  expect(three).toBeVisible();
  expect(screen.getByRole("button", { name: /^Gap Features ?\(2 of 3 features\)$/ })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("2 of 3 cards match");
  for (const spacer of document.querySelectorAll(".spacer")) expect(spacer).not.toBeVisible();
});

it("a category without a match folds away; where no card matches the page says so", () => {
  narrowedTo();
  expect(screen.queryByRole("region", { name: "Gap Features" })).toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent("0 of 3 cards match");
  expect(screen.getByText("No card on the page matches. Clear the text to see all.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
});

it("matches in categories that are not on the page are told, and come with one click", async () => {
  const store = narrowedTo("one", "RANGE");
  await userEvent.click(screen.getByRole("button", { name: "Show 1 more in other categories" }));
  expect(store.getState().ui.selectedCategories).toContain("RANGE");
  expect(store.getState().ui.selectedCategories).not.toContain("EOD");
});
