/** Room for the dot at the end of the line. */
const edge = 2.5;

interface Point {
  readonly x: number;
  readonly y: number;
}

const rounded = (coordinate: number): number => Math.round(coordinate * 10) / 10;

/** The points of a line that fills the box; one that never changed lies in its middle. Pure. */
export function sparklinePoints(
  values: readonly number[],
  width: number,
  height: number,
): readonly Point[] {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const step = values.length > 1 ? (width - 2 * edge) / (values.length - 1) : 0;
  const inner = height - 2 * edge;
  return values.map((value, index) => ({
    x: rounded(values.length > 1 ? edge + index * step : width - edge),
    y: rounded(range === 0 ? height / 2 : edge + inner * (1 - (value - lowest) / range)),
  }));
}
