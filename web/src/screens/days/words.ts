import { countOf } from "@/lib/text/format";

export const closedDays = (days: number) =>
  `${countOf(days, "day")} the exchange was closed, with trade: no sessions`;
