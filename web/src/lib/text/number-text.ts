const WHOLE_TEXT = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?$/;

/**
 * The number a whole text stands for, thousands parted by commas as the page writes them and decimals by a point:
 * null where it is empty, undefined where it is no number. Never a part of it.
 */
export function readNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace("−", "-");
  if (trimmed === "") return null;
  if (!WHOLE_TEXT.test(trimmed) || !/\d/.test(trimmed)) return undefined;
  return Number(trimmed.replaceAll(",", ""));
}
