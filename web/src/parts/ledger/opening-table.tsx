import Box from "@mui/material/Box";
import { useFeaturesByName } from "@/api/catalogue";
import { featureName } from "@/api/feature-names";
import { formatCount, formatDate, formatMoment, formatPercent } from "@/lib/text/format";
import type { Counted, Opening } from "@/question/seals";
import { TABLE } from "./look-table";
import { questionWords } from "./rows";

/** "60.77% of 1,166 (57.94 to 63.53)" */
function countedWords({ days, n, lower, upper }: Counted): string {
  const limits = lower === null || upper === null ? "" : ` (${percent(lower)} to ${percent(upper)})`;
  return `${formatPercent(n === 0 ? null : (100 * days) / n)} of ${formatCount(n)}${limits}`;
}

const percent = (share: number) => (100 * share).toFixed(2);

/** What an opened envelope held: the rates of the explored days and of the sealed ones. */
export function OpeningTable({ opening }: { opening: Opening }) {
  const features = useFeaturesByName();
  const known = [...features.values()];
  return (
    <Box
      component="section"
      sx={{ ...TABLE, flex: "none", minHeight: 0, maxHeight: "none" }}
      tabIndex={0}
      aria-label={`Envelope of ${formatMoment(opening.at)}`}
    >
      <table>
        <Box component="caption" sx={{ p: "8px 12px", textAlign: "left" }}>
          {questionWords(opening.question, features)}. Opened {formatMoment(opening.at)}; sealed from{" "}
          {formatDate(opening.from)} on.
        </Box>
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col">Explored days (95%)</th>
            <th scope="col">Sealed days (95%)</th>
          </tr>
        </thead>
        <tbody>
          {opening.rates.map(({ feature, label, explored, sealed }) => (
            <tr key={`${feature} ${label}`}>
              <th scope="row">
                {featureName(feature, known)}
                {label !== null && `: ${label}`}
              </th>
              <td>{countedWords(explored)}</td>
              <td>{countedWords(sealed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
