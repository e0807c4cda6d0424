/** Text for the contents, targets and results of an import. Pure. */
import { formatCount } from '#shared/lib/format.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import type { TargetChoice } from './import-store.ts';

const number = (count: number): string => formatCount(count);

export const requestLabels = (count: number): string =>
  `${number(count)} ${count === 1 ? 'request' : 'requests'}`;

export const entryLabels = ({ format, entries }: ResendImport): string => {
  const what = format === 'har' ? ['entry', 'entries'] : ['line', 'lines'];
  return `${number(entries)} ${entries === 1 ? what[0] : what[1]}`;
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
  if (imported.bodies === 0) return 'No request in the file can be sent';
  if (choice.kind === 'webhook') return choice.webhook === null ? 'Choose a webhook' : undefined;
  return countOf(imported, choice) === 0 ? 'Choose an origin or a webhook' : undefined;
}

/** The risk of sending interrupted requests again (D33); null if there are none. */
export const sentTwiceNote = ({ interrupted }: ResendImport): string | null =>
  interrupted === 0
    ? null
    : 'Interrupted requests may have arrived. Resending could duplicate them.';

/** Requests not sent yet. */
export const restOf = ({ toSend, sent }: ResendImport): number => toSend - sent;

export function doneLabels(imported: ResendImport) {
  const { state, sent, toSend, delivered, failed, blocked, interrupted } = imported;
  const uncompleted = sent - delivered - failed - blocked - interrupted;
  const outcomes = [
    `${number(delivered)} delivered`,
    ...(failed === 0 ? [] : [`${number(failed)} failed`]),
    ...(blocked === 0 ? [] : [`${number(blocked)} blocked`]),
    ...(interrupted === 0 ? [] : [`${number(interrupted)} interrupted`]),
    ...(state === 'sending' || uncompleted <= 0 ? [] : [`${number(uncompleted)} unfinished`]),
  ].join(', ');
  const howFar = `after ${number(sent)} of ${requestLabels(toSend)}`;
  if (state === 'cancelled') return `Cancelled ${howFar}: ${outcomes}`;
  return state === 'interrupted'
    ? `Interrupted ${howFar}: ${outcomes}`
    : `${requestLabels(sent)} sent: ${outcomes}`;
}
