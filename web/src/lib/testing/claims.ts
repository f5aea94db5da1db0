import type { Claim, ClaimsAnswer, Published } from "@/api/generated";
import { aCoin } from "./coins";

export function aClaim(parts: Partial<Claim> = {}): Claim {
  return {
    id: "gap_fills",
    group: "Gap",
    question: "Does the gap fill by the close?",
    filters: [{ feature: "gap_up", operator: "=", value: true }],
    outcome: { feature: "gap_fill_bar", operator: ">", value: 0 },
    as_of: 0,
    tier: "lite",
    is_own: false,
    days: 516,
    occurrence_days: 337,
    rate: 0.653,
    confidence_interval: { lower: 0.611, upper: 0.6934 },
    coin: aCoin({
      days: 516,
      unpaired_days: 0,
      difference: 0.051,
      confidence_interval: { lower: 0.008, upper: 0.094 },
    }),
    years: [
      {
        year: 2024,
        days: 220,
        occurrence_days: 150,
        occurrence: 0.682,
        confidence_interval: { lower: 0.618, upper: 0.74 },
      },
      {
        year: 2025,
        days: 8,
        occurrence_days: 4,
        occurrence: 0.5,
        confidence_interval: { lower: 0.215, upper: 0.785 },
      },
    ],
    stopped: {
      alarm: false,
      since: null,
      days: 258,
      years_per_false_alarm: 10.3,
      delay_of_10_points: 496,
      verdict: {
        against: "first_half",
        code: "could_be_chance",
        words: "No sign that it stopped. A fall of 10 points would show after about 500 such days.",
      },
    },
    published: [],
    ...parts,
  };
}

export function aPublished(parts: Partial<Published> = {}): Published {
  return {
    who: "A trading book",
    where: "ES, 2010 to 2015",
    figure: "about 80 %",
    low: 0.78,
    high: 0.82,
    verdict: {
      against: "published",
      code: "differs",
      words: "Differs from 78.00% to 82.00% by more than a point.",
    },
    ...parts,
  };
}

export function aClaimsAnswer(...claims: Claim[]): ClaimsAnswer {
  return {
    symbol: "ES",
    sample_data: false,
    first_session: "2024-02-05",
    last_session: "2026-03-27",
    claims,
    snapshot: "s1",
  };
}
