// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { aCategory, aFeature } from "@/lib/testing/fixtures";
import { cardsOf, openFirst, orderCategories, placesOf } from "./categories";

it("categories stand in the saved order, those it does not name after them by their own", () => {
  const categories = [
    aCategory("A", { display_order: 4 }),
    aCategory("B", { display_order: 3 }),
    aCategory("C"),
    aCategory("D"),
  ];
  expect(orderCategories(categories, ["D", "C"]).map(({ id }) => id)).toEqual(["D", "C", "B", "A"]);
});

it("cards are the category's filterable features in display order", () => {
  const hidden = aFeature({ name: "h" });
  hidden.metadata.filterable = false;
  const features = [
    aFeature({ name: "late", order: 30 }),
    hidden,
    aFeature({ name: "other", category: "OR12" }),
    aFeature({ name: "early", order: 20 }),
  ];
  expect(cardsOf("GAPS", features).map(({ name }) => name)).toEqual(["early", "late"]);
});

it("open cards lead; among these and among the others the order stays", () => {
  const features = ["a", "b", "c", "d"].map((name) => aFeature({ name }));
  expect(openFirst(features, ["d", "b", "elsewhere"]).map(({ name }) => name)).toEqual(["b", "d", "a", "c"]);
  expect(openFirst(features, [])).toEqual(features);
});

describe("layout hints", () => {
  const none = { cards_per_row: null, row_pattern: null };

  it("without any the cards just flow", () => {
    expect(placesOf(3, none)).toEqual([0, 1, 2]);
  });

  it("a row pattern pads each row to four columns", () => {
    expect(placesOf(4, { ...none, row_pattern: [1, 3] })).toEqual([0, null, null, null, 1, 2, 3, null]);
  });

  it("cards per row is a pattern of one", () => {
    expect(placesOf(3, { ...none, cards_per_row: 2 })).toEqual([0, 1, null, null, 2, null, null, null]);
  });

  it.each([[[0]], [[9]], [[2, 1, 4]]])("every card has exactly one place under %o", (row_pattern) => {
    for (let count = 0; count < 12; count += 1) {
      const cards = placesOf(count, { ...none, row_pattern }).filter((card) => card !== null);
      expect(cards).toEqual(Array.from({ length: count }, (_, card) => card));
    }
  });
});
