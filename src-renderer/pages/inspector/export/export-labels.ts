/** The formats and what came of an export, in plain words. Pure. */
import { formatBytes } from '#shared/lib/format.ts';
import { type ExportFormat, maxFixtures, type Redacted } from '#shared/schemas/export.ts';
import type { ExportRun } from './export-store.ts';

interface FormatLabels {
  readonly label: string;
  readonly what: string;
}

export const formatLabels: Record<ExportFormat, FormatLabels> = {
  jsonl: {
    label: 'JSON lines',
    what: 'One delivery a line, with its message, all attempts and the exact body. Can be imported to resend.',
  },
  har: {
    label: 'HAR',
    what: 'An HTTP archive, one entry per attempt, with times by phase. Browsers’ tools and proxies open it; can be imported to resend.',
  },
  curl: {
    label: 'cURL',
    what: 'One command for every request, signature included, to paste into a shell or to run as a script.',
  },
  fixtures: {
    label: 'Fixtures',
    what: `A zip for tests: each body as a file, its headers, an index of what is expected, and how to use it. ${maxFixtures.toLocaleString('en')} deliveries at most.`,
  },
};

export const countLabels = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'delivery' : 'deliveries'}`;

export const doneLabels = ({ name, deliveries, bytes }: ExportRun): string =>
  `Saved as ${name}: ${countLabels(deliveries)}, ${formatBytes(bytes)}`;

/** `Authorization header in 3, token in a URL in 1`. */
export const redactedLabels = (redacted: readonly Redacted[]): string =>
  redacted.map(({ name, count }) => `${name} (${count.toLocaleString('en')})`).join(', ');

/** Why this cannot be exported so; undefined when it can. `count` is absent until it is counted. */
export function exportProblem(format: ExportFormat, count: number | undefined): string | undefined {
  if (count === undefined) return 'Counting…';
  if (count === 0) return 'The filter lets nothing through';
  if (format === 'fixtures' && count > maxFixtures)
    return `A zip holds at most ${maxFixtures.toLocaleString('en')} deliveries: narrow the filter, or take JSON lines`;
  return undefined;
}
