import { featureName } from "@/api/feature-names";
import type { Feature, SharedView, ViewFigures } from "@/api/generated";
import { formatDay } from "@/lib/text/day";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";

/** What has changed since a view was shared: "Shared on Nov 20: 412 days then, 418 now; Gap Up 61.20% of 412 days then, 60.80% of 418 days now." */
export function sharedWords(shared: SharedView, features: readonly Feature[], today = Date.now()): string {
  const { then, now, feature, why } = shared;
  const on = formatDay(shared.created_at * 1000, today);
  if (!then) return `Shared on ${on}.`;
  if (!now) return [`Shared on ${on}: ${countOf(then.days, "day")} then.`, why].filter(Boolean).join(" ");
  const name = feature === null ? null : featureName(feature, features);
  const changes = [daysChange(then, now), name === null ? null : rateChange(name, then, now)];
  const said = changes.filter((change) => change !== null);
  return said.length > 0 ? `Shared on ${on}: ${said.join("; ")}.` : `As it was shared on ${on}.`;
}

function daysChange(then: ViewFigures, now: ViewFigures): string | null {
  if (then.days === now.days) return null;
  return `${countOf(then.days, "day")} then, ${formatCount(now.days)} now`;
}

function rateChange(name: string, then: ViewFigures, now: ViewFigures): string | null {
  const [before, after] = [rateWords(then), rateWords(now)];
  return before === after ? null : `${name} ${before}${daysWords(then)} then, ${after}${daysWords(now)} now`;
}

function rateWords({ occurrence = null }: ViewFigures): string {
  return occurrence === null ? "no rate" : formatPercent(100 * occurrence);
}

/** " of 412 days", those with a value; nothing where there is no rate. */
function daysWords({ total_days = null }: ViewFigures): string {
  return total_days === null ? "" : ` of ${countOf(total_days, "day")}`;
}
