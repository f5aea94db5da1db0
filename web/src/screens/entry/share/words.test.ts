import { expect, it } from "vitest";
import type { SharedView, ViewFigures } from "@/api/generated";
import { aFeature } from "@/lib/testing/fixtures";
import { sharedWords } from "./words";

const NOV_20 = new Date(2026, 10, 20, 12).getTime() / 1000;
const features = [aFeature({ name: "half_gap_fill", displayName: "Half Gap Fill" })];

const figures = (days: number, occurrence: number | null): ViewFigures => ({
  snapshot: "s",
  last_session: "2026-11-19",
  days,
  occurrence,
  total_days: occurrence === null ? null : days,
});

const said = (then: ViewFigures | null, now: ViewFigures | null, more: Partial<SharedView> = {}) =>
  sharedWords(
    {
      ...{ id: "abc", address: "/dashboard", symbol: "ES", feature: "half_gap_fill", created_at: NOV_20 },
      ...{ then, now, why: null, ...more },
    },
    features,
    new Date(2026, 10, 26).getTime(),
  );

it.each([
  [
    "days and rate",
    said(figures(412, 0.612), figures(418, 0.608)),
    "Shared on Nov 20: 412 days then, 418 now; Half Gap Fill 61.20% of 412 days then, 60.80% of 418 days now.",
  ],
  ["days alone", said(figures(1, 0.5), figures(1418, 0.5)), "Shared on Nov 20: 1 day then, 1,418 now."],
  [
    "a rate alone",
    said(figures(412, 0.612), figures(412, 0.608)),
    "Shared on Nov 20: Half Gap Fill 61.20% of 412 days then, 60.80% of 412 days now.",
  ],
  [
    "a rate that came",
    said(figures(412, null), figures(412, 0)),
    "Shared on Nov 20: Half Gap Fill no rate then, 0.00% of 412 days now.",
  ],
  [
    "nothing, where a rate is the same as it is read",
    said(figures(412, 0.612), figures(412, 0.61200001)),
    "As it was shared on Nov 20.",
  ],
  [
    "no rate, where no card was shared",
    said(figures(412, null), figures(412, null), { feature: null }),
    "As it was shared on Nov 20.",
  ],
  [
    "why there is no now",
    said(figures(412, 0.612), null, { why: "Its instrument is not served any more." }),
    "Shared on Nov 20: 412 days then. Its instrument is not served any more.",
  ],
  [
    "no figures of a screen that asks a question of its own",
    said(null, null, { address: "/next?on=gap_class&filters=%5B%5D" }),
    "Shared on Nov 20.",
  ],
  [
    "the year, where it is another",
    said(figures(1, null), figures(1, null), { created_at: NOV_20 - 365 * 86_400 }),
    "As it was shared on Nov 20, 2025.",
  ],
])("tells %s", (_, words, expected) => expect(words).toBe(expected));
