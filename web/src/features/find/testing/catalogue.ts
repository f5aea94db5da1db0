import { readFileSync } from "node:fs";
import type { FeaturesAnswer } from "@/api/generated";
import { aCatalogue, aCategory, aFeature } from "@/lib/testing/fixtures";
import { TIERS, type Tier } from "@/lib/tiers";

const PAGE = `${import.meta.dirname}/../../../../../docs/catalogue.md`;

/** The catalogue as its page of the documentation has it, and as a tier sees it. */
export function realCatalogue(tier: Tier = "pro"): FeaturesAnswer {
  const sections = readFileSync(PAGE, "utf8").split(/^## /m).slice(1);
  const read = sections.map((section) => readSection(section, tier));
  return aCatalogue(
    read.flatMap(({ features }) => features),
    read.map(({ category }) => category),
  );
}

function readSection(section: string, tier: Tier) {
  const [head = "", , description = ""] = section.split("\n");
  const [id = "", name = ""] = head.split(": ");
  const rows = [...section.matchAll(/^\| `.*$/gm)].map(([row]) =>
    row.split(" | ").map((cell) => cell.trim()),
  );
  const features = rows
    .filter((row) => TIERS.indexOf(row.at(-2) as Tier) <= TIERS.indexOf(tier))
    .map((row) => readRow(row, id));
  return {
    features,
    category: aCategory(id, { display_name: name, description, visible_features: features.length }),
  };
}

function readRow(row: string[], category: string) {
  const [name = "", displayName = "", kind = "", plain = "", definition = "", values = "", known] = row;
  const feature = aFeature({
    name: name.replaceAll(/[|` ]/g, ""),
    displayName,
    category,
    byBarSafe: known === "event",
    component: { validation: kind === "enum" ? { labels: values.split(", ") } : {} },
  });
  feature.plain = plain;
  feature.metadata.description = definition;
  return feature;
}
