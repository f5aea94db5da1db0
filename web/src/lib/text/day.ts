const inYear = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" }).format;
const withYear = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format;

/** The day of a moment on the visitor's clock, in milliseconds: "Nov 20", of another year "Nov 20, 2025". */
export function formatDay(moment: number, now = Date.now()): string {
  const isOfYear = new Date(moment).getFullYear() === new Date(now).getFullYear();
  return (isOfYear ? inYear : withYear)(moment);
}
