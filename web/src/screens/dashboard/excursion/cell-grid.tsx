import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import type { ExcursionCell } from "@/api/generated";
import styles from "./excursion.module.css";
import type { ExcursionParameters, Place } from "./parameters";
import { cellSentence, cellText, distanceWords, RESULT_NAMES, tone } from "./words";

interface Props {
  parameters: ExcursionParameters;
  targets: readonly number[];
  stops: readonly number[];
  /** The first target's cells first. */
  cells: readonly ExcursionCell[];
  /** The cell described next to the grid. */
  shown: Place;
  onShow: (place: Place | null) => void;
  onPick: (place: Place) => void;
}

const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const SIDES = ["fewer", "coin", "more"];

/** Every stop with every target: the mean result, coloured by how it differs from a coin's. */
export function CellGrid({ parameters, targets, stops, cells, shown, onShow, onPick }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const caption = useId();
  useScrollToChosen(grid, parameters.picked, cells.length > 0);
  const walk = (event: KeyboardEvent, column: number, row: number) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = grid.current?.tBodies[0]?.rows[row + step[1]]?.cells[column + step[0] + 1];
    next?.querySelector("button")?.focus();
  };
  return (
    <div>
      <p id={caption} className={styles.note}>
        Mean result of a day after costs, in {RESULT_NAMES[parameters.unit]}. Arrow keys move, Enter selects.
      </p>
      <div className={styles.scroll}>
        <table
          ref={grid}
          className={styles.grid}
          aria-labelledby={caption}
          onPointerLeave={() => onShow(null)}
        >
          <thead>
            <tr>
              <th scope="col">Stop \ Target</th>
              {targets.map((target) => (
                <th key={target} scope="col" title={distanceWords(target, parameters.unit, "target")}>
                  {target}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stops.map((stop, row) => (
              <tr key={stop}>
                <th scope="row" title={distanceWords(stop, parameters.unit, "stop")}>
                  {stop}
                </th>
                {targets.map((target, column) => (
                  <td key={target}>
                    <CellButton
                      cell={cells[column * stops.length + row]}
                      place={{ target, stop }}
                      onKeyDown={(event) => walk(event, column, row)}
                      {...{ parameters, shown, onShow, onPick }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A chosen cell that is out of sight at a side of the grid's place moves to its middle; the page stays where it is. */
function useScrollToChosen(
  grid: RefObject<HTMLTableElement | null>,
  picked: Place | null,
  isFilled: boolean,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen cell or a filled grid is another place
  useEffect(() => {
    const place = grid.current?.parentElement;
    const chosen = grid.current?.querySelector("[aria-pressed=true]")?.getBoundingClientRect();
    const name = grid.current?.tHead?.rows[0]?.cells[0]?.getBoundingClientRect();
    if (!place || !chosen || !name) return;
    const { right } = place.getBoundingClientRect();
    if (chosen.left >= name.right && chosen.right <= right) return;
    place.scrollLeft += (chosen.left + chosen.right - name.right - right) / 2;
  }, [grid, picked?.target, picked?.stop, isFilled]);
}

interface CellProps extends Pick<Props, "parameters" | "shown" | "onShow" | "onPick"> {
  /** Undefined while the answer is on its way. */
  cell: ExcursionCell | undefined;
  place: Place;
  onKeyDown: (event: KeyboardEvent) => void;
}

function CellButton({ cell, place, parameters, shown, onShow, onPick, onKeyDown }: CellProps) {
  const shade = cell ? tone(cell, parameters.unit) : 0;
  return (
    <button
      type="button"
      tabIndex={isSame(place, shown) ? 0 : -1}
      aria-pressed={isSame(place, parameters.picked)}
      aria-label={cell ? cellSentence(parameters, cell) : "Loading"}
      data-side={SIDES[Math.sign(shade) + 1]}
      style={{ "--shade": `${Math.round(12 + 43 * Math.abs(shade))}%` } as CSSProperties}
      onPointerEnter={() => onShow(place)}
      onFocus={() => onShow(place)}
      onKeyDown={onKeyDown}
      onClick={() => onPick(place)}
    >
      {cell && cellText(cell, parameters.unit)}
    </button>
  );
}

function isSame(one: Place, other: Place | null): boolean {
  return one.target === other?.target && one.stop === other.stop;
}
