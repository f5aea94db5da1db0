import { FilterSentence } from "@/parts/probability/filter-sentence";
import { PathPage } from "./path-page";

/** The typical path, with the filters in words. */
export default function PathRoute() {
  return (
    <PathPage>
      <FilterSentence className={undefined} />
    </PathPage>
  );
}
