import { useMemo } from "react";
import { useCatalogue } from "@/api/catalogue";
import type { CategoryAnswer, Feature, UiLayout } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";

const DEFAULT_ORDER = 999;
const MOST_COLUMNS = 4;

export interface CategoryWithFeatures {
  category: CategoryAnswer;
  features: Feature[];
}

/** Categories by the saved order, those it does not name after them by their own. */
export function orderCategories(categories: readonly CategoryAnswer[], order: readonly string[]) {
  const rank = ({ id }: CategoryAnswer) => {
    const at = order.indexOf(id);
    return at < 0 ? order.length : at;
  };
  return [...categories].sort((a, b) => rank(a) - rank(b) || a.display_order - b.display_order);
}

/** The features of a category that have a card, in display order. */
export function cardsOf(category: string, features: readonly Feature[]): Feature[] {
  const orderOf = (feature: Feature) => feature.ui_schema.display_order ?? DEFAULT_ORDER;
  return features
    .filter((feature) => feature.category === category && feature.metadata.filterable !== false)
    .sort((a, b) => orderOf(a) - orderOf(b));
}

export function useOrderedCategories(): CategoryWithFeatures[] {
  const { data } = useCatalogue();
  const order = useAppSelector(({ ui }) => ui.categoryOrder);
  return useMemo(() => {
    if (!data) return [];
    return orderCategories(data.categories, order).map((category) => ({
      category,
      features: cardsOf(category.id, data.features),
    }));
  }, [data, order]);
}

/** The open cards lead; among these and among the others the order of the page holds. */
export function openFirst(features: readonly Feature[], open: readonly string[]): Feature[] {
  const isOpen = ({ name }: Feature) => open.includes(name);
  return [...features.filter(isOpen), ...features.filter((feature) => !isOpen(feature))];
}

/**
 * The places of `count` cards under a category's layout hints: card numbers, and null for an invisible spacer
 * that fills a row of the pattern to four columns. Without hints the grid flows on its own.
 */
export function placesOf(count: number, layout?: UiLayout): (number | null)[] {
  const pattern = layout && patternOf(layout);
  if (!pattern) return Array.from({ length: count }, (_, card) => card);
  const places: (number | null)[] = [];
  for (let card = 0, row = 0; card < count; row += 1) {
    const size = Math.min(Math.max(pattern[row % pattern.length] ?? 1, 1), MOST_COLUMNS);
    for (let column = 0; column < MOST_COLUMNS; column += 1) {
      places.push(column < size && card + column < count ? card + column : null);
    }
    card += size;
  }
  return places;
}

function patternOf({ cards_per_row, row_pattern }: UiLayout): number[] | null {
  if (row_pattern?.length) return row_pattern;
  return cards_per_row === null || cards_per_row >= MOST_COLUMNS ? null : [cards_per_row];
}
