import Box from "@mui/material/Box";
import type { PathQuantiles } from "@/api/generated";
import { closing } from "@/question/as-of";
import { DASH } from "@/question/figures/format";
import styles from "./path.module.css";
import type { Paths } from "./path-option";
import { AS_A_TABLE, BARS, signedPercent } from "./words";

const EVERY = 6;
const ROWS = [...Array.from({ length: Math.floor(BARS / EVERY) }, (_, at) => EVERY * (at + 1)), BARS];

type Level = Exclude<keyof PathQuantiles, "days">;

const LEVELS: readonly [Level, string][] = [
  ["p10", "10%"],
  ["p25", "25%"],
  ["p50", "Median"],
  ["p75", "75%"],
  ["p90", "90%"],
];
const QUARTILES = LEVELS.slice(1, 4);

/** The paths in figures, at every sixth bar and at the last. */
export function PathTable({ matched, others, coin }: Paths) {
  const groups = [
    { name: "These days", path: matched, levels: LEVELS },
    { name: "Others", path: others, levels: QUARTILES },
    { name: "Coin", path: coin, levels: QUARTILES },
  ];
  return (
    <details className={styles.table}>
      <summary>{AS_A_TABLE}</summary>
      <Box component="section" className={styles.scroll} aria-label="Path by bars" tabIndex={0}>
        <table>
          <caption className="visually-hidden">Close minus open in percent of ADR10</caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Bar
              </th>
              {groups.map(({ name, levels }) => (
                <th key={name} scope="colgroup" colSpan={levels.length}>
                  {name}
                </th>
              ))}
            </tr>
            <tr>
              {groups.flatMap(({ name, levels }) =>
                levels.map(([level, label]) => (
                  <th key={`${name} ${level}`} scope="col">
                    {label}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((bar) => (
              <tr key={bar}>
                <th scope="row">{`${bar}, ${closing(bar)}`}</th>
                {groups.flatMap(({ name, path, levels }) =>
                  levels.map(([level]) => (
                    <td key={`${name} ${level}`}>
                      {path ? signedPercent(path[level][bar - 1] ?? Number.NaN) : DASH}
                    </td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </details>
  );
}
