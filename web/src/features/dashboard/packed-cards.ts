/** The column of each card: dealt in order, each to the column that ends highest, to the leftmost of equals. */
export function dealt(heights: readonly number[], columns: number): number[] {
  const ends = Array.from({ length: columns }, () => 0);
  return heights.map((height) => {
    const end = Math.min(...ends);
    const column = ends.indexOf(end);
    ends[column] = end + height;
    return column;
  });
}
