/** From the entry at `at` to the one a key leads to, where entries begin at `tops` in rows; null of any other key. */
export function stepFrom(at: number, key: string, tops: readonly number[]): number | null {
  const second = tops.findIndex((top) => top !== tops[0]);
  const columns = second < 0 ? tops.length : second;
  const last = tops.length - 1;
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: last,
  };
  const place = places[key];
  if (place === undefined) return null;
  return place < 0 || place > last ? at : place;
}
