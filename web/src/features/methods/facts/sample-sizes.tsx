import FIGURES from "../figures.json";
import { FactList } from "./fact-list";
import { wilsonSteps } from "./worked";

const { mediumFrom, mediumTo } = FIGURES.grades;

/** How far an interval reaches to either side of an even share. */
function reach(n: number): string {
  return `${(100 * wilsonSteps(n / 2, n).halfWidth).toFixed(1)} points`;
}

/** What the grades stand for. */
export function SampleSizes() {
  return (
    <FactList
      label="Grades of a sample"
      facts={[
        [`Under ${mediumFrom} days`, "Small: the card says “small sample”. A hint to look further."],
        [
          `${mediumFrom} to ${mediumTo} days`,
          `Medium: the limits of an even share lie ${reach(mediumFrom)} to either side at ${mediumFrom} days, ${reach(mediumTo)} at ${mediumTo}.`,
        ],
        [
          `Over ${mediumTo} days`,
          `Large: closer than that; half as far takes four times the days, ${reach(4 * mediumTo)} at ${4 * mediumTo}.`,
        ],
      ]}
    />
  );
}
