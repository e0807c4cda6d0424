/** The table that `npm run bench` prints: each number beside its ceiling of the same run. */
import { arch, cpus, platform, totalmem } from 'node:os';

export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The same without what the product adds, measured in turn with it. */
  readonly ceiling: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GiB, ${platform()} ${arch()}, Node ${process.version}`;
}

export function printTable(rows: readonly Row[]): void {
  const cells = [
    ['what', 'ours', 'ceiling', 'ratio'],
    ...rows.map(({ name, unit, ours, ceiling }) => [
      name,
      `${number(ours)} ${unit}`,
      `${number(ceiling)} ${unit}`,
      (ours / ceiling).toFixed(2),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of cells)
    process.stdout.write(
      `${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}\n`,
    );
}
