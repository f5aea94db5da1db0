import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import type { Feature, UiLayout } from "@/api/generated";
import { pageScroller } from "@/kit/page-scroller";
import { useAppSelector } from "@/lib/state/hooks";
import { openFirst, placesOf } from "./categories";
import styles from "./dashboard.module.css";
import { Cell, Spacer } from "./narrowing";

/** By now the cards have been drawn with their first answers, and their sizes are known. */
const SETTLED_MS = 3000;
const COLUMNS = [2, 3, 4];

interface Props {
  id?: string;
  features: readonly Feature[];
  layout?: UiLayout;
  renderCard: (feature: Feature) => ReactNode;
}

/** A section's cards, open ones first: these in rows where layout hints ask for rows, else all in packed columns. */
export function CardGrid({ id, features, layout, renderCard }: Props) {
  const { cards, openCount } = useOpenFirst(features);
  const places = placesOf(openCount, layout);
  const isPacked = !places.includes(null);
  for (let card = openCount; card < cards.length; card += 1) places.push(card);
  const grid = useRef<HTMLDivElement>(null);
  useSettledMark(grid);
  usePacking(grid, cards, isPacked);
  const notePress = useHeldCard(cards);
  return (
    <div
      id={id}
      ref={grid}
      className={styles.grid}
      data-packed={isPacked ? "pending" : undefined}
      onClickCapture={notePress}
    >
      {places.map((card, place) => {
        const feature = card === null ? undefined : cards[card];
        return feature ? (
          <Cell key={feature.name} {...{ feature, renderCard }} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a spacer is nothing but its place
          <Spacer key={`spacer-${place}`} />
        );
      })}
    </div>
  );
}

function useOpenFirst(features: readonly Feature[]) {
  const names = useAppSelector(({ ui }) => {
    const isOpen = ({ name }: Feature) => ui.activeProbabilityFeatures.includes(name);
    return features.filter(isOpen).map(({ name }) => name);
  }, isSameList);
  return useMemo(() => ({ cards: openFirst(features, names), openCount: names.length }), [features, names]);
}

const isSameList = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/**
 * A card that is opened or closed goes to its new place. The page scrolls with it, so that it stays under the pointer
 * as far as that is possible, and is in sight.
 */
function useHeldCard(cards: readonly Feature[]) {
  const pressed = useRef<{ card: Element; top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order of cards is when one has moved
  useLayoutEffect(() => {
    if (!pressed.current?.card.isConnected) return;
    const { card, top } = pressed.current;
    pageScroller()?.scrollBy(0, card.getBoundingClientRect().top - top);
    card.scrollIntoView({ block: "nearest" });
  }, [cards]);
  return ({ target }: SyntheticEvent) => {
    const card = target instanceof Element ? target.closest("article") : null;
    pressed.current = card && { card, top: card.getBoundingClientRect().top };
    requestAnimationFrame(() => {
      pressed.current = null;
    });
  };
}

/**
 * Gives each cell as many rows of one pixel as it is high, and deals the cells into columns when other ones are shown
 * or their order is another: one that grows moves those below it, none to its side.
 */
function usePacking(grid: RefObject<HTMLDivElement | null>, cards: readonly Feature[], isPacked: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards, or in another order, are other cells
  useLayoutEffect(() => {
    if (!isPacked) return;
    const cells = [...(grid.current?.children ?? [])] as HTMLElement[];
    const heights = new Map<Element, number>();
    let shownBefore = "";
    const pack = (sizes: readonly (readonly [HTMLElement, number])[]) => {
      for (const [cell, size] of sizes) {
        const height = Math.ceil(size);
        heights.set(cell, height);
        cell.style.gridRowEnd = `span ${Math.max(height, 1)}`;
      }
      const shown = cells.filter((cell) => heights.get(cell));
      const names = shown.map((cell) => cells.indexOf(cell)).join();
      if (names !== shownBefore) deal(shown, heights);
      shownBefore = names;
      grid.current?.setAttribute("data-packed", "done");
    };
    // Cells that were seen before are dealt at once: who looks for a card finds it in its new place.
    if (grid.current?.dataset.packed === "done") pack(cells.map((cell) => [cell, cell.offsetHeight]));
    const observer = new ResizeObserver((entries) =>
      pack(
        entries.map(({ target, borderBoxSize }) => [target as HTMLElement, borderBoxSize[0]?.blockSize ?? 0]),
      ),
    );
    for (const cell of cells) observer.observe(cell);
    return () => observer.disconnect();
  }, [grid, cards, isPacked]);
}

/** Every width of the page has its columns; the style sheet knows which. */
function deal(cells: readonly HTMLElement[], heights: ReadonlyMap<Element, number>) {
  const sizes = cells.map((cell) => heights.get(cell) ?? 0);
  for (const columns of COLUMNS) {
    const places = dealt(sizes, columns);
    for (const [at, cell] of cells.entries())
      cell.style.setProperty(`--of-${columns}`, String((places[at] ?? 0) + 1));
  }
}

/** The column of each card: dealt in order, each to the column that ends highest, to the leftmost of equals. */
export function dealt(heights: readonly number[], columns: number): number[] {
  const ends = Array.from({ length: columns }, () => 0);
  return heights.map((height) => {
    const end = Math.min(...ends);
    const column = ends.indexOf(end);
    ends[column] = end + height;
    return column;
  });
}

/**
 * Marks the cards out of sight as settled, past React: they need not be rendered again for it. One in sight stays as it
 * is: the browser would count it as moved.
 */
function useSettledMark(grid: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const cell of grid.current?.children ?? [])
        if (isOutOfSight(cell)) cell.setAttribute("data-settled", "true");
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [grid]);
}

function isOutOfSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < 0 || top > window.innerHeight;
}
