import { featureName } from "@/api/feature-names";
import { toastAdded } from "@/lib/state/ui-slice";
import { listed } from "@/lib/text/format";
import type { Link } from "./link";

/** What a person should know about a link that is shown; `isReplacing` says whether filters of theirs gave way to its own. */
export function* linkWords({ leftOut }: Pick<Link, "leftOut">, isReplacing: boolean) {
  if (leftOut) {
    const names = leftOut.length > 0 ? `: ${calledBefore(leftOut)} left out` : "";
    yield toastAdded("error", `The link could not be read in full${names}`);
  }
  if (isReplacing) yield toastAdded("blank", "The link's filters are shown; yours are kept in History");
}

/** What features are called before the catalogue is there: by the words of their names. */
export function calledBefore(names: readonly string[]): string {
  return listed(names.map((name) => featureName(name, [])));
}
