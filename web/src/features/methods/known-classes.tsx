import { useCatalogue } from "@/api/catalogue";
import { countOf } from "@/lib/format";
import { FactList } from "./fact-list";
import styles from "./methods.module.css";

const WORDS: Record<string, string> = {
  pre: "Before the open",
  open: "At the open",
  b1: "At the close of bar 1",
  b12: "At the close of bar 12",
  b18: "At the close of bar 18",
  event: "When it happens; that it did not, only at the close",
  eod: "At the close of the day",
};

/** How many features of the catalogue are known when. */
export function KnownClasses() {
  const features = useCatalogue().data?.features;
  if (!features) return <p className={styles.pending}>The counts come with the catalogue.</p>;
  const count = (known: string) => features.filter(({ known_at }) => known_at === known).length;
  return (
    <FactList
      label="When features are known"
      facts={Object.entries(WORDS).map(([known, words]) => [words, countOf(count(known), "feature")])}
    />
  );
}
