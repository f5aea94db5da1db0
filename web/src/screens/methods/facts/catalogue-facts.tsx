import { useCatalogue } from "@/api/catalogue";
import type { Feature } from "@/api/generated";
import { asRead, capitalise, countOf } from "@/lib/text/format";
import { CATALOGUE_EDGES } from "../words";
import { type Fact, FactList } from "./fact-list";

/** The edges of the served catalogue, as they are. */
export function CatalogueRanges() {
  const features = useCatalogue().data?.features;
  return (
    <FactList
      label={CATALOGUE_EDGES}
      facts={features && rangesOf(features)}
      pending="The edges come with the catalogue."
    />
  );
}

/** Each set of edges once, with the features that have it, in the catalogue's order. */
export function rangesOf(features: readonly Feature[]): Fact[] {
  const found = new Map<string, string[]>();
  for (const { displayName, metadata, business_logic } of features) {
    const { bucket_edges, hard_min, hard_max } = business_logic;
    if (bucket_edges === null) continue;
    const edges = [asRead(bucket_edges.join(", ")), metadata.unit].filter(Boolean).join(" ");
    const bounds = [bound("never below", hard_min), bound("never above", hard_max)].filter(Boolean);
    const text = bounds.length === 0 ? edges : `${edges} (${bounds.join(", ")})`;
    found.set(text, [...(found.get(text) ?? []), displayName]);
  }
  return [...found].map(([edges, names]) => [edges, names.join(", ")]);
}

function bound(words: string, limit: number | null): string {
  return limit === null ? "" : `${words} ${asRead(String(limit))}`;
}

const EVENT = "When it happens; that it did not, only at the close";

/** How many features of the catalogue are known when. */
export function KnownClasses() {
  const features = useCatalogue().data?.features.toSorted(byTime);
  const times = features?.map(({ known_at, known_words }) =>
    known_at === "event" ? EVENT : capitalise(known_words),
  );
  const counted = (when: string) => times?.filter((time) => time === when).length ?? 0;
  return (
    <FactList
      label="When features are known"
      facts={times && [...new Set(times)].map((when) => [when, countOf(counted(when), "feature")])}
      pending="The counts come with the catalogue."
    />
  );
}

function byTime(one: Feature, other: Feature): number {
  const isOpen = (feature: Feature) => Number(feature.known_at === "open");
  return (
    one.known_at_bar - other.known_at_bar ||
    one.resolves_from - other.resolves_from ||
    isOpen(one) - isOpen(other)
  );
}
