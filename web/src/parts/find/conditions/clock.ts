import { LAST_BAR } from "@/question/filters";

const BY =
  /\b(?:by|before|until)\s+(?:bar\s+(\d+)|(\d{1,2}):(\d\d)(?:\s*[ap]m)?|(noon|midday)|(\d{1,2})\s*[ap]m)(?!\w)/;
/** Minutes from midnight to the open, and of a bar. */
const OPEN = 570;
const BAR = 5;
const HALF_DAY = 720;

/** The bar by which a text asks something to have happened ("by bar 12", "by 10:30", "by noon"), and the rest of it. */
export function barIn(text: string): { bar: number; rest: string } | null {
  const found = BY.exec(text);
  if (!found) return null;
  const [all, typed, hour, minute = "0", noon, fullHour] = found;
  const bar = typed ? Number(typed) : barAt(noon ? 12 : Number(hour ?? fullHour), Number(minute));
  if (!Number.isInteger(bar) || bar < 1 || bar > LAST_BAR) return null;
  return { bar, rest: text.replace(all, " ").replaceAll(/\s+/g, " ").trim() };
}

/** The bar that ends at a time of the session; 1:30 is in the afternoon. */
function barAt(hour: number, minute: number): number {
  const bar = (60 * (hour % 12 || 12) + minute - OPEN) / BAR;
  return bar < 0 ? bar + HALF_DAY / BAR : bar;
}
