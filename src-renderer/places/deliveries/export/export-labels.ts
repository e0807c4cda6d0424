/** Text for export formats and results. Pure. */

import { type ExportFormat, maxFixtures, type Redacted } from '#shared/deliveries/export.ts';
import { formatBytes, formatCount } from '#shared/kit/format.ts';
import type { ExportRun } from './export-store.ts';

interface FormatLabels {
  readonly label: string;
  readonly what: string;
}

export const formatLabels: Record<ExportFormat, FormatLabels> = {
  jsonl: {
    label: 'JSON lines',
    what: 'One delivery per line. Scenarios can send it again.',
  },
  har: {
    label: 'HAR',
    what: 'One entry per attempt. Opens in browser dev tools.',
  },
  curl: {
    label: 'cURL',
    what: 'One shell command per request.',
  },
  fixtures: {
    label: 'Fixtures',
    what: `A zip for tests: bodies, headers and expectations.`,
  },
};

export const countLabels = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'delivery' : 'deliveries'}`;

export const doneLabels = ({ name, deliveries, bytes }: ExportRun): string =>
  `Saved as ${name}: ${countLabels(deliveries)}, ${formatBytes(bytes)}`;

/** `Authorization header (3), token in URL (1)`. */
export const redactedLabels = (redacted: readonly Redacted[]): string =>
  redacted.map(({ name, count }) => `${name} (${formatCount(count)})`).join(', ');

/** Why this can't be exported; undefined if it can. `count` is undefined until counted. */
export function exportProblem(format: ExportFormat, count: number | undefined): string | undefined {
  if (count === undefined) return 'Counting…';
  if (count === 0) return 'No matching deliveries';
  if (format === 'fixtures' && count > maxFixtures)
    return `Narrow the filter: at most ${formatCount(maxFixtures)} deliveries.`;
  return undefined;
}
