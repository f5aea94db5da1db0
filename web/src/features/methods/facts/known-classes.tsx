import { useCatalogue } from "@/api/catalogue";
import type { Feature } from "@/api/generated";
import { capitalise, countOf } from "@/lib/text/format";
import styles from "../methods.module.css";
import { FactList } from "./fact-list";

const EVENT = "When it happens; that it did not, only at the close";

/** How many features of the catalogue are known when. */
export function KnownClasses() {
  const features = useCatalogue().data?.features;
  if (!features) return <p className={styles.pending}>The counts come with the catalogue.</p>;
  const times = features.toSorted(byTime).map(whenKnown);
  const facts = [...new Set(times)].map((when): [string, string] => [
    when,
    countOf(times.filter((time) => time === when).length, "feature"),
  ]);
  return <FactList label="When features are known" facts={facts} />;
}

function byTime(one: Feature, other: Feature): number {
  const isOpen = (feature: Feature) => Number(feature.known_at === "open");
  return (
    one.known_at_bar - other.known_at_bar ||
    one.resolves_from - other.resolves_from ||
    isOpen(one) - isOpen(other)
  );
}

function whenKnown({ known_at, known_words }: Feature): string {
  return known_at === "event" ? EVENT : capitalise(known_words);
}
