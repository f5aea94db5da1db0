import { AskedFilters } from "@/parts/probability/asked-filters";
import { PathPage } from "./path-page";

/** The typical path, with the filters in words. */
export default function PathRoute() {
  return (
    <PathPage>
      <AskedFilters className={undefined} />
    </PathPage>
  );
}
