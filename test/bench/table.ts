/**
 * The table that `npm run bench` prints: each number next to its ceiling from the same run, or a
 * limit.
 */
import { arch, cpus, platform, totalmem } from 'node:os';

export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /**
   * The same without the product's extra work, measured in alternation; a fixed limit; or a peer
   * that does the same work.
   */
  readonly beside: number;
  readonly is: 'ceiling' | 'limit' | 'alone' | 'peer';
}

/** A row with a fixed limit. */
export const limitRow = (name: string, unit: string, ours: number, limit: number): Row => ({
  name,
  unit,
  ours,
  beside: limit,
  is: 'limit',
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value below which this fraction of the values lies. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);

export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GiB, ${platform()} ${arch()}, Node ${process.version}`;
}

/** As a Markdown table, for the terminal and the documentation. */
export function printTable(rows: readonly Row[]): void {
  const cells = [
    ['what', 'ours', 'beside', '', 'ratio'],
    ...rows.map(({ name, unit, ours, beside, is }) => [
      name,
      `${number(ours)} ${unit}`,
      `${number(beside)} ${unit}`,
      is,
      (ours / beside).toFixed(2),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const isText = (column: number) => column === 0 || column === 3;
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |\n`;
  const rule = widths.map((width, column) => '-'.repeat(width - 1) + (isText(column) ? '-' : ':'));
  const [head = [], ...body] = cells;
  process.stdout.write([head, rule, ...body].map(line).join(''));
}
