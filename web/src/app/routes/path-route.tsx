import { PathPage } from "@/features/path/path-page";
import { AskedFilters } from "@/features/probability/asked-filters";

/** The typical path, with the filters in words. */
export default function PathRoute() {
  return (
    <PathPage>
      <AskedFilters className={undefined} />
    </PathPage>
  );
}
