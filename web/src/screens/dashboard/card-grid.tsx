import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Feature, UiLayout } from "@/api/generated";
import { placesOf } from "./categories";
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

/** A section's cards: in rows where its layout hints ask for rows, else in packed columns. */
export function CardGrid({ id, features, layout, renderCard }: Props) {
  const places = placesOf(features.length, layout);
  const isPacked = !places.includes(null);
  const grid = useRef<HTMLDivElement>(null);
  useSettledMark(grid);
  usePacking(grid, features, isPacked);
  return (
    <div id={id} ref={grid} className={styles.grid} data-packed={isPacked ? "pending" : undefined}>
      {places.map((card, place) => {
        const feature = card === null ? undefined : features[card];
        return feature ? (
          <Cell key={feature.name} name={feature.name}>
            {renderCard(feature)}
          </Cell>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a spacer is nothing but its place
          <Spacer key={`spacer-${place}`} />
        );
      })}
    </div>
  );
}

/**
 * Gives each cell as many rows of one pixel as it is high, and deals the cells into columns when other ones are shown:
 * one that grows moves those below it, none to its side. Sizes come from the observer, before the frame is painted.
 */
function usePacking(grid: RefObject<HTMLDivElement | null>, features: readonly Feature[], isPacked: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other features are other cells
  useLayoutEffect(() => {
    if (!isPacked) return;
    const cells = [...(grid.current?.children ?? [])] as HTMLElement[];
    const heights = new Map<Element, number>();
    let shownBefore = "";
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const height = Math.ceil(borderBoxSize[0]?.blockSize ?? 0);
        heights.set(target, height);
        (target as HTMLElement).style.gridRowEnd = `span ${Math.max(height, 1)}`;
      }
      const shown = cells.filter((cell) => heights.get(cell));
      const names = shown.map((cell) => cells.indexOf(cell)).join();
      if (names !== shownBefore) deal(shown, heights);
      shownBefore = names;
      grid.current?.setAttribute("data-packed", "done");
    });
    for (const cell of cells) observer.observe(cell);
    return () => observer.disconnect();
  }, [grid, features, isPacked]);
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
