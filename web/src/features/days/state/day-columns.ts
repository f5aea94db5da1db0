const MOST = 6;

/**
 * The features a list of days shows where none were chosen: those enabled by the active filters, then those of the open cards, as
 * many as stand beside each other on a screen.
 */
export function defaultColumns(
  enabled: readonly string[],
  bar: string | null,
  openCards: readonly string[],
  known: ReadonlySet<string>,
): string[] {
  const asked = [...(bar === null ? [] : [bar]), ...enabled];
  const names = [...new Set([...asked, ...openCards])].filter((name) => known.has(name));
  return names.slice(0, Math.max(MOST, asked.length));
}
