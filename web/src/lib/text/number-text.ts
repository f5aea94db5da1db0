const WHOLE_TEXT = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/;

/** The number a whole text stands for (1,234.5), never a part of it: null where empty, undefined where none. */
export function readNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace("−", "-");
  if (trimmed === "") return null;
  if (!WHOLE_TEXT.test(trimmed) || !/\d/.test(trimmed)) return undefined;
  return Number(trimmed.replaceAll(",", ""));
}

/** What a number may be, the step of its arrows, and what stands in for one that is none. */
export interface Limits {
  min: number;
  max: number;
  step: number;
  fallback: number;
}

/** The number a whole text stands for, or null where it is none or outside its limits. A step of 1 takes whole numbers. */
export function readWithin(text: string, { min, max, step }: Limits): number | null {
  const value = readNumber(text) ?? Number.NaN;
  const fits = value >= min && value <= max && (step !== 1 || Number.isInteger(value));
  return fits ? value : null;
}
