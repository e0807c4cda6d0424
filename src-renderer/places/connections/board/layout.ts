/** Where the nodes and lines of the board are. Pure. */

/** Sources, destinations and endpoints. */
export type Column = 0 | 1 | 2;

export interface PlacedNode {
  readonly key: string;
  readonly column: Column;
  /** Others come last in their column. */
  readonly isInUse: boolean;
}

/** From a node to one of the next column. */
export interface PlacedLine {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Curve {
  readonly start: Point;
  readonly end: Point;
  /** For `d` of an SVG path. */
  readonly path: string;
}

export interface BoardLayout {
  readonly width: number;
  readonly height: number;
  /** Left edge and width of each column. */
  readonly columns: readonly { readonly x: number; readonly width: number }[];
  readonly boxes: ReadonlyMap<string, Box>;
  readonly curves: ReadonlyMap<string, Curve>;
}

export type Order = readonly (readonly string[])[];

export const nodeHeight = 54;
/** Of the headings. */
const topPx = 52;
const bottomPx = 24;
const sidePx = 20;
const minPitchPx = 66;
const maxPitchPx = 86;

/** At this width of the board. */
const fullWidthPx = 944;
const columnWidths = [176, 240, 260] as const;
const minScale = 0.8;
const maxScale = 1.35;
/** The share of the first gap. */
const firstGap = 100 / 228;

const byColumn = (nodes: readonly PlacedNode[]): Order =>
  ([0, 1, 2] as const).map((column) =>
    nodes.filter((node) => node.column === column).map(({ key }) => key),
  );

type Neighbors = ReadonlyMap<string, readonly string[]>;

function neighborsOf(lines: readonly PlacedLine[]): Neighbors {
  const neighbors = new Map<string, string[]>();
  const add = (key: string, other: string): void => {
    const others = neighbors.get(key);
    if (others === undefined) neighbors.set(key, [other]);
    else others.push(other);
  };
  for (const { from, to } of lines) {
    add(from, to);
    add(to, from);
  }
  return neighbors;
}

const positionsIn = (order: Order): ReadonlyMap<string, number> =>
  new Map(order.flatMap((keys) => keys.map((key, index) => [key, index] as const)));

/** How many pairs have their larger number first (a Fenwick tree): a board may have 20,000 lines. */
function inversions(numbers: readonly number[], size: number): number {
  const seen = new Uint32Array(size + 1);
  let count = 0;
  for (const [index, number] of numbers.entries()) {
    let before = 0;
    for (let at = number + 1; at > 0; at -= at & -at) before += seen[at] ?? 0;
    count += index - before;
    for (let at = number + 1; at <= size; at += at & -at) seen[at] = (seen[at] ?? 0) + 1;
  }
  return count;
}

function crossings(order: Order, lines: readonly PlacedLine[]): number {
  const positions = positionsIn(order);
  const at = (key: string): number => positions.get(key) ?? 0;
  const inFirst = new Set(order[0]);
  let count = 0;
  for (const isFirst of [true, false]) {
    const between = lines
      .filter(({ from }) => inFirst.has(from) === isFirst)
      .map(({ from, to }) => [at(from), at(to)] as const)
      .sort(([from, to], [otherFrom, otherTo]) => from - otherFrom || to - otherTo);
    count += inversions(
      between.map(([, to]) => to),
      order[isFirst ? 1 : 2]?.length ?? 0,
    );
  }
  return count;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sorts a column by the mean position of its neighbors; nodes without any stay where they are. */
function sorted(
  keys: readonly string[],
  order: Order,
  neighbors: Neighbors,
  last: ReadonlySet<string>,
): readonly string[] {
  const positions = positionsIn(order);
  const weights = new Map(
    keys.map((key, index) => {
      const others = neighbors.get(key)?.flatMap((other) => positions.get(other) ?? []) ?? [];
      return [key, others.length === 0 ? index : mean(others)] as const;
    }),
  );
  return keys.toSorted(
    (a, b) =>
      Number(last.has(a)) - Number(last.has(b)) || (weights.get(a) ?? 0) - (weights.get(b) ?? 0),
  );
}

const maxSweeps = 6;

/** The order with the fewest crossings that sorting by neighbors finds. Nodes that are not in use come last. */
export function orderOf(nodes: readonly PlacedNode[], lines: readonly PlacedLine[]): Order {
  const neighbors = neighborsOf(lines);
  const last = new Set(
    nodes.filter(({ key, isInUse }) => !isInUse || !neighbors.has(key)).map(({ key }) => key),
  );
  let order: Order = byColumn(nodes).map((keys) =>
    keys.toSorted((a, b) => Number(last.has(a)) - Number(last.has(b))),
  );
  let best = order;
  let fewest = crossings(order, lines);
  for (let sweep = 0; sweep < maxSweeps && fewest > 0; sweep += 1) {
    for (const column of sweep % 2 === 0 ? [1, 2, 1, 0] : [1, 0, 1, 2])
      order = order.with(column, sorted(order[column] ?? [], order, neighbors, last));
    const count = crossings(order, lines);
    if (count < fewest) [best, fewest] = [order, count];
  }
  return best;
}

type RatedNode = PlacedNode & { readonly isFailing: boolean; readonly perMinute: number };

const rankOf = ({ isFailing, isInUse }: RatedNode): number => (isFailing ? 0 : isInUse ? 1 : 2);

/** What fails first, then the highest rate; what is not in use comes last. */
export const orderByRate = (nodes: readonly RatedNode[]): Order =>
  byColumn(nodes.toSorted((a, b) => rankOf(a) - rankOf(b) || b.perMinute - a.perMinute));

/** As close to the wanted places as the order and the distance allow (pool adjacent violators). */
export function spread(wanted: readonly number[], pitch: number): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const [index, y] of wanted.entries()) {
    let pool = { sum: y - index * pitch, count: 1 };
    for (let last = pools.at(-1); last !== undefined; last = pools.at(-1)) {
      if (last.sum / last.count <= pool.sum / pool.count) break;
      pools.pop();
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
    }
    pools.push(pool);
  }
  return pools
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((y, index) => y + index * pitch);
}

/** The places of a column beside those of its neighbors. */
function beside(
  keys: readonly string[],
  placed: ReadonlyMap<string, number>,
  neighbors: Neighbors,
  lastY: number,
): readonly number[] {
  let next = topPx;
  const wanted = keys.map((key) => {
    const others = neighbors.get(key)?.flatMap((other) => placed.get(other) ?? []) ?? [];
    const y = others.length === 0 ? next : mean(others);
    next = y + minPitchPx;
    return y;
  });
  const room = lastY - (keys.length - 1) * minPitchPx;
  return spread(wanted, minPitchPx).map((y, index) => {
    const offset = index * minPitchPx;
    return Math.round(Math.min(Math.max(topPx, room), Math.max(topPx, y - offset)) + offset);
  });
}

function placesOf(order: Order, lines: readonly PlacedLine[], height: number) {
  const neighbors = neighborsOf(lines);
  const most = Math.max(1, ...order.map(({ length }) => length));
  const room = (height - topPx - bottomPx - nodeHeight) / Math.max(1, most - 1);
  const pitch = Math.min(maxPitchPx, Math.max(minPitchPx, Math.floor(room)));
  const lastY = Math.max(topPx + (most - 1) * pitch, height - bottomPx - nodeHeight);
  const base = order.findLastIndex(({ length }) => length === most);
  const placed = new Map<string, number>();
  (order[base] ?? []).forEach((key, index) => {
    placed.set(key, topPx + index * pitch);
  });
  for (const column of [
    [1, 2],
    [0, 2],
    [1, 0],
  ][base] ?? []) {
    const keys = order[column] ?? [];
    beside(keys, placed, neighbors, lastY).forEach((y, index) => {
      placed.set(keys[index] ?? '', y);
    });
  }
  const lowest = Math.max(topPx, ...placed.values());
  return { placed, height: Math.max(height, lowest + nodeHeight + bottomPx) };
}

function columnsIn(width: number): BoardLayout['columns'] {
  const scale = Math.min(maxScale, Math.max(minScale, width / fullWidthPx));
  const [first, second, third] = columnWidths.map((column) => Math.round(column * scale)) as [
    number,
    number,
    number,
  ];
  const gaps = Math.max(72, width - 2 * sidePx - first - second - third);
  const secondX = sidePx + first + Math.round(gaps * firstGap);
  return [
    { x: sidePx, width: first },
    { x: secondX, width: second },
    { x: sidePx + first + second + gaps, width: third },
  ];
}

/** Distance of the lines at one edge of a node. */
const maxPortPx = 9;
const portsPx = 32;

/** How far from the middle of the node a line begins or ends. */
function portsOf(
  lines: readonly PlacedLine[],
  end: 'from' | 'to',
  placed: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const other = end === 'from' ? 'to' : 'from';
  return new Map(
    [...Map.groupBy(lines, (line) => line[end]).values()].flatMap((at) => {
      const gap = Math.min(maxPortPx, portsPx / Math.max(1, at.length - 1));
      return at
        .toSorted((a, b) => (placed.get(a[other]) ?? 0) - (placed.get(b[other]) ?? 0))
        .map(({ key }, index) => [key, (index - (at.length - 1) / 2) * gap] as const);
    }),
  );
}

/** A line leaves and arrives horizontally. */
export function curveBetween(start: Point, end: Point): Curve {
  const bend = Math.max(24, (end.x - start.x) * 0.5);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const path = `M${round(start.x)} ${round(start.y)}C${round(start.x + bend)} ${round(start.y)} ${round(end.x - bend)} ${round(end.y)} ${round(end.x)} ${round(end.y)}`;
  return { start, end, path };
}

export function layoutOf(
  order: Order,
  lines: readonly PlacedLine[],
  size: { readonly width: number; readonly height: number },
): BoardLayout {
  const columns = columnsIn(size.width);
  const { placed, height } = placesOf(order, lines, size.height);
  const boxes = new Map(
    order.flatMap((keys, column) => {
      const { x = 0, width = 0 } = columns[column] ?? {};
      return keys.map((key) => [key, { x, y: placed.get(key) ?? topPx, width }] as const);
    }),
  );
  const starts = portsOf(lines, 'from', placed);
  const ends = portsOf(lines, 'to', placed);
  const curves = new Map<string, Curve>();
  for (const { key, from, to } of lines) {
    const [source, target] = [boxes.get(from), boxes.get(to)];
    if (source === undefined || target === undefined) continue;
    const middle = nodeHeight / 2;
    curves.set(
      key,
      curveBetween(
        { x: source.x + source.width, y: source.y + middle + (starts.get(key) ?? 0) },
        { x: target.x, y: target.y + middle + (ends.get(key) ?? 0) },
      ),
    );
  }
  const { x = 0, width = 0 } = columns[2] ?? {};
  return { width: Math.max(size.width, x + width + sidePx), height, columns, boxes, curves };
}

/** A point on the curve; `share` is from 0 to 1. */
export function pointAt({ start, end }: Curve, share: number): Point {
  const bend = Math.max(24, (end.x - start.x) * 0.5);
  const rest = 1 - share;
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3];
  return {
    x: a * start.x + b * (start.x + bend) + c * (end.x - bend) + d * end.x,
    y: (a + b) * start.y + (c + d) * end.y,
  };
}
