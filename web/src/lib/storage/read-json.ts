/** Whether a value is a finite number within limits, both included. */
export function isWithin(value: unknown, low: number, high: number): value is number {
  return typeof value === "number" && value >= low && value <= high;
}

/** Whether a value is a colour as this page keeps it: `#` and six hexadecimal digits. */
export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}
