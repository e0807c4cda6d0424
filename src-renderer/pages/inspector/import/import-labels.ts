/** Text for the contents and targets of an import. Pure. */
import { formatCount } from '#shared/lib/format.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import type { TargetChoice } from './import-store.ts';

const number = (count: number): string => formatCount(count);

export const requestLabels = (count: number): string =>
  `${number(count)} ${count === 1 ? 'request' : 'requests'}`;

export const entryLabels = ({ format, entries }: ResendImport): string => {
  const nouns = format === 'har' ? ['entry', 'entries'] : ['line', 'lines'];
  return `${number(entries)} ${entries === 1 ? nouns[0] : nouns[1]}`;
};

/** Requests that the choice would send. */
export function countOf(imported: ResendImport, { kind, origins }: TargetChoice): number {
  if (kind === 'webhook') return imported.bodies;
  return imported.origins
    .filter(({ origin }) => origins.includes(origin))
    .reduce((sum, { requests }) => sum + requests, 0);
}

/** Why nothing can be sent; undefined if something can. */
export function sendProblem(imported: ResendImport, choice: TargetChoice): string | undefined {
  if (imported.bodies === 0) return 'No sendable requests';
  if (choice.kind === 'webhook') return choice.webhook === null ? 'Choose a webhook' : undefined;
  return countOf(imported, choice) === 0 ? 'Choose an origin or a webhook' : undefined;
}
