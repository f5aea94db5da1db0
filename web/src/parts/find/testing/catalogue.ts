import { readFileSync } from "node:fs";
import type { Feature, FeaturesAnswer } from "@/api/generated";
import { aCatalogue, aCategory, aFeature } from "@/lib/testing/fixtures";
import { capitalise } from "@/lib/text/format";
import { TIERS, type Tier } from "@/lib/tiers";

type Component = Feature["ui_schema"]["filter_component"];

/** The category whose features are not asked of a session before. */
const DATES = "DAYDATE";
const PAGE = `${import.meta.dirname}/../../../../../docs/catalogue.md`;

/** The catalogue as its page of the documentation has it, and as a tier sees it. */
export function realCatalogue(tier: Tier = "pro"): FeaturesAnswer {
  const sections = readFileSync(PAGE, "utf8").split(/^## /m).slice(1);
  const read = sections.map((section) => readSection(section, tier));
  const catalogue = aCatalogue(
    read.flatMap(({ features }) => features),
    read.map(({ category }) => category),
  );
  return { ...catalogue, profile: tier };
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
  const [name = "", displayName = "", kind = "", plain = "", ...rest] = row;
  const [condition = "", question = "", definition = "", values = "", known] = rest;
  const [, unit = null] = /\((.*)\)/.exec(kind) ?? [];
  const feature = aFeature({
    name: name.replaceAll(/[|` ]/g, ""),
    displayName,
    category,
    byBarSafe: known === "event",
    component: componentOf(kind, values),
    business: {
      value_format: kind.startsWith("integer") ? kind.slice("integer ".length) : "value",
      // The ranges of what is never below 0 begin with 0 alone.
      hard_min: values.startsWith("0 %;") ? 0 : null,
    },
  });
  Object.assign(feature, phrasesOf(kind, condition), { question });
  feature.plain = plain;
  feature.has_prev_twin = category !== DATES;
  feature.metadata.description = definition;
  feature.metadata.unit = kind.startsWith("numeric") ? unit : null;
  return feature;
}

function phrasesOf(kind: string, condition: string): Partial<Feature> {
  const [phrase = "", second = ""] = condition.split("; ");
  const isEnum = kind.startsWith("enum");
  return { phrase, phrase_not: isEnum ? "" : second, label_words: isEnum ? second.split(", ") : [] };
}

function componentOf(kind: string, values: string): Partial<Component> {
  if (kind === "boolean") return { type: "BooleanFilter", operators: ["="], defaultOperator: "=" };
  if (!kind.startsWith("enum")) return {};
  const labels = values.split(", ");
  const validation = { enum: labels, labels: labels.map(capitalise) };
  return { type: "MultiSelectFilter", operators: ["in", "not_in"], defaultOperator: "in", validation };
}
