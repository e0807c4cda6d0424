/** What is in a file of requests, where they go and what came of them, in plain words. Pure. */
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import type { TargetChoice } from './import-store.ts';

const number = (count: number): string => count.toLocaleString('en');

export const requestLabels = (count: number): string =>
  `${number(count)} ${count === 1 ? 'request' : 'requests'}`;

export const entryLabels = ({ format, entries }: ResendImport): string => {
  const what = format === 'har' ? ['entry', 'entries'] : ['line', 'lines'];
  return `${number(entries)} ${entries === 1 ? what[0] : what[1]}`;
};

/** How many requests the choice leads to. */
export function countOf(told: ResendImport, { kind, origins }: TargetChoice): number {
  if (kind === 'webhook') return told.bodies;
  return told.origins
    .filter(({ origin }) => origins.includes(origin))
    .reduce((sum, { requests }) => sum + requests, 0);
}

/** Why nothing can be sent so; undefined when it can. */
export function sendProblem(told: ResendImport, choice: TargetChoice): string | undefined {
  if (told.bodies === 0) return 'Nothing in the file can be sent';
  if (choice.kind === 'webhook')
    return choice.webhook === null ? 'Choose one of the webhooks' : undefined;
  return countOf(told, choice) === 0 ? 'Tick at least one origin, or choose a webhook' : undefined;
}

/** What sending again risks (D33); null where nothing was interrupted. */
export const sentTwiceNote = ({ interrupted }: ResendImport): string | null =>
  interrupted === 0
    ? null
    : 'Interrupted requests may have arrived. Sent again, the receiver may get them twice.';

/** Requests that were never sent. */
export const restOf = ({ toSend, sent }: ResendImport): number => toSend - sent;

export function doneLabels(told: ResendImport) {
  const { state, sent, toSend, delivered, failed, blocked, interrupted } = told;
  const unanswered = sent - delivered - failed - blocked - interrupted;
  const answers = [
    `${number(delivered)} answered`,
    ...(failed === 0 ? [] : [`${number(failed)} without an answer or with a 5xx`]),
    ...(blocked === 0 ? [] : [`${number(blocked)} blocked for their certificate`]),
    ...(interrupted === 0 ? [] : [`${number(interrupted)} interrupted`]),
    ...(state === 'sending' || unanswered <= 0 ? [] : [`${number(unanswered)} without a response`]),
  ].join(', ');
  const howFar = `after ${number(sent)} of ${requestLabels(toSend)}`;
  if (state === 'cancelled') return `Cancelled ${howFar}: ${answers}`;
  return state === 'interrupted'
    ? `Interrupted ${howFar}: ${answers}`
    : `${requestLabels(sent)} sent: ${answers}`;
}
