import type { CategoricalDistribution, LabelDistribution } from "@/api/generated";
import { verdict } from "@/lib/text/verdict";
import { readInterval } from "../figures/format";
import { type Asked, type Sections, tests } from "./section";

/** An enum's labels as they come: the server's order has a neutral one last. */
export function labels(data: LabelDistribution | CategoricalDistribution, asked: Asked): Sections {
  const n = "n" in data ? data.n : data.total_observations;
  if (n === 0 || data.labels.length === 0) return [];
  const hasOthers = asked.filtered && data.labels.some(({ others }) => others);
  const words = asked.untested ?? verdict(data.p_value, data.q_value);
  const rates = data.labels.map((label) => ({
    place: label.value,
    label: label.label,
    days: label.count,
    percentage: label.pct,
    interval: readInterval(label, label.pct),
    others: hasOthers ? (label.others?.pct ?? null) : undefined,
  }));
  return [
    { rates, shape: "bar", n },
    hasOthers && words !== null && { text: words, as: "sentence" },
    hasOthers && asked.untested === null && tests(data.p_value, data.q_value),
  ];
}
