import { featureName } from "@/api/feature-names";
import type { LoadedState } from "@/app/persistence";
import type { Link } from "@/features/filters/state/link";
import type { SavedState } from "@/lib/state/hooks";
import { listed } from "@/lib/text/format";
import type { ToastKind } from "@/lib/toasts";

interface Words {
  type: ToastKind;
  text: string;
}

/** What a person should know about how the page came to show what it shows. */
export function openingWords(kept: LoadedState, link: Link, linked: SavedState): Words[] {
  const words: Words[] = [];
  if (kept.leftOut.length > 0)
    words.push({ type: "error", text: `Saved here, but could not be read: ${listed(called(kept.leftOut))}` });
  if (link.leftOut) {
    const names = link.leftOut.length > 0 ? `: ${listed(called(link.leftOut))} left out` : "";
    words.push({ type: "error", text: `The link could not be read in full${names}` });
  }
  if (linked.filters.history !== kept.filters.history)
    words.push({ type: "blank", text: "The link's filters are shown; yours are kept in History" });
  return words;
}

/** The page opens before its catalogue is there: a feature is called by the words of its name. */
function called(names: readonly string[]): string[] {
  return names.map((name) => featureName(name, []));
}
