/** The ranges that a threshold analysis names where an answer has none of its own (spec/chart.md section 9). */
export const EXAMPLE_RANGES = ["0-31%", "31-62%", "62-124%", "124-186%", "186-240%", ">240%"];
