/** What a receiver does, in plain words: in one line for lists, in sentences for its settings. Pure. */

import { formatDuration } from '#shared/lib/duration.ts';
import { isWindow } from '#shared/lib/outage-window.ts';
import { needsOwnPort } from '#shared/lib/receiver-rules.ts';
import type { ReceiverSettings, ReceiverTls } from '#shared/schemas/receiver.ts';
import type { ReceiverFault, ReceiverStep } from '#shared/schemas/receiver-step.ts';

type Behaviour = Omit<ReceiverSettings, 'name' | 'secret'>;

/** More steps than these are counted rather than told. */
const mostTold = 4;

const numbers = ['no times', 'once', 'twice', 'three times', 'four times', 'five times'];

export function timesWord(times: number): string {
  return numbers[times] ?? `${times.toLocaleString('en')} times`;
}

function list(words: readonly string[], last: string): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

const verbs: Readonly<Record<ReceiverFault, (step: Pick<ReceiverStep, 'status'>) => string>> = {
  none: ({ status }) => `answers ${status}`,
  hang: () => 'never answers',
  close: () => 'closes the connection without an answer',
  refuse_connection: () => 'refuses connections',
  reset_before_request: () => 'resets the connection before it reads the request',
  reset_during_request: () => 'resets the connection while the request is being sent',
  reset_after_request: () => 'reads the request and resets the connection',
  malformed_status_line: () => 'answers with a status line that is not HTTP',
  malformed_headers: ({ status }) => `answers ${status} with a header that is not HTTP`,
  truncated_body: ({ status }) => `answers ${status} and hangs up after half of the body`,
  wrong_content_length: ({ status }) => `answers ${status} with more body than it announced`,
  slow_body: ({ status }) => `answers ${status} with a slow body`,
  endless_body: ({ status }) => `answers ${status} with a body that never ends`,
  redirect_loop: ({ status }) =>
    `redirects to itself with ${status >= 300 && status <= 399 ? status : 307}`,
};

function delayLabels({
  delayMs,
  delayMaxMs,
  fault,
}: Pick<ReceiverStep, 'delayMs' | 'delayMaxMs' | 'fault'>): string {
  if (!hasDelay(fault)) return '';
  if (delayMaxMs !== undefined && delayMaxMs > delayMs)
    return ` after ${formatDuration(delayMs)} to ${formatDuration(delayMaxMs)}`;
  return delayMs === 0 ? '' : ` after ${formatDuration(delayMs)}`;
}

/** "answers 503 after 2 s" */
export function stepLabels(step: ReceiverStep): string {
  const pace =
    step.bytesPerSecond !== undefined &&
    (step.fault === 'slow_body' || step.fault === 'endless_body')
      ? `, ${step.bytesPerSecond.toLocaleString('en')} bytes a second,`
      : '';
  return `${verbs[step.fault](step)}${pace}${delayLabels(step)}`;
}

const labels: Readonly<Record<ReceiverFault, (step: Pick<ReceiverStep, 'status'>) => string>> = {
  none: ({ status }) => String(status),
  hang: () => 'hangs',
  close: () => 'closes without an answer',
  refuse_connection: () => 'refuses connections',
  reset_before_request: () => 'resets before the request',
  reset_during_request: () => 'resets during the request',
  reset_after_request: () => 'resets after the request',
  malformed_status_line: () => 'malformed status line',
  malformed_headers: ({ status }) => `${status} with malformed headers`,
  truncated_body: ({ status }) => `${status} cut off`,
  wrong_content_length: ({ status }) => `${status} with a wrong length`,
  slow_body: ({ status }) => `${status} with a slow body`,
  endless_body: ({ status }) => `${status} without end`,
  redirect_loop: () => 'redirects to itself',
};

/** "503 after 2 s", "hangs" */
function stepLabel(step: ReceiverStep): string {
  return `${labels[step.fault](step)}${delayLabels(step)}`;
}

/** The share of the draws, in percent. */
export function shareOf(steps: readonly Pick<ReceiverStep, 'times'>[], index: number): number {
  const total = steps.reduce((sum, { times }) => sum + times, 0);
  return ((steps[index]?.times ?? 0) / total) * 100;
}

export function percent(share: number): string {
  const rounded = share < 1 ? Number(share.toFixed(2)) : Math.round(share);
  return `${rounded} %`;
}

function told(labels: readonly string[]): readonly string[] {
  const more = labels.length - mostTold;
  return more <= 0 ? labels : [...labels.slice(0, mostTold), `${more} more`];
}

function stepsLine({ steps, then }: Behaviour): string {
  const [first] = steps;
  if (steps.length === 1 && first !== undefined)
    return first.fault === 'none' ? `always ${stepLabel(first)}` : stepLabel(first);
  if (then === 'random')
    return `at random ${list(
      told(steps.map((step, index) => `${stepLabel(step)} (${percent(shareOf(steps, index))})`)),
      'or',
    )}`;
  const counted = steps.map((step, index) =>
    then === 'stay' && index === steps.length - 1
      ? stepLabel(step)
      : `${stepLabel(step)} ${timesWord(step.times)}`,
  );
  return then === 'stay'
    ? told(counted).join(', then ')
    : `${told(counted).join(', then ')}, and anew`;
}

/** One line: "503 three times, then 200". */
export function behaviourLine(receiver: Behaviour): string {
  const { strict, rateLimit, outage, tls, tlsFloor } = receiver;
  const parts = [
    ...(tls === 'none' || tls === 'good' ? [] : [`certificate: ${tlsLabels[tls]}`]),
    ...(tls === 'none' || tlsFloor === '1.2' ? [] : ['TLS 1.3 only']),
    ...(outage === null
      ? []
      : [
          isWindow(outage)
            ? `${formatDuration(outage.durationMs)} outage`
            : `down daily ${outage.from} to ${outage.to}`,
        ]),
    ...(rateLimit === null ? [] : [`at most ${rateLimit.perSecond} a second`]),
    ...(strict ? ['401 without a right signature'] : []),
    stepsLine(receiver),
  ];
  const line = parts.join(' · ');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}

const tlsLabels = {
  self_signed: 'self-signed',
  expired: 'expired',
  not_yet_valid: 'not yet valid',
  wrong_host: 'for another host',
  unknown_authority: 'from an unknown authority',
  incomplete_chain: 'incomplete chain',
  handshake_reset: 'reset within the handshake',
} as const;

const tlsSentences: Readonly<Record<ReceiverSettings['tls'], string | null>> = {
  none: null,
  good: 'Over https, with a certificate of the development authority: Hookwright trusts it.',
  self_signed: 'Over https, with a self-signed certificate: a client that checks it sends nothing.',
  expired:
    'Over https, with a certificate that expired last night: a client that checks it sends nothing.',
  not_yet_valid:
    'Over https, with a certificate that begins in a year: a client that checks it sends nothing.',
  wrong_host:
    'Over https, with a certificate for another host: a client that checks it sends nothing.',
  unknown_authority:
    'Over https, with a certificate of an authority that nobody trusts: a client that checks it sends nothing.',
  incomplete_chain:
    'Over https, without the certificate of the intermediate authority: a client that checks it sends nothing.',
  handshake_reset: 'Over https, and the connection is reset within the handshake.',
};

function stepsSentence({ steps, then, seed }: Behaviour): string {
  const words = steps.map(stepLabels);
  const [only] = words;
  if (words.length === 1) return `Every request: it ${only}.`;
  if (then === 'random') {
    const draws = words.map((word, index) => `in ${percent(shareOf(steps, index))} it ${word}`);
    return `Every request draws its answer: ${list(draws, 'and')}. Seed ${seed} draws the same answers every time.`;
  }
  const counted = words.map((word, index) => `${word} ${timesWord(steps[index]?.times ?? 1)}`);
  return then === 'repeat'
    ? `It ${counted.join(', then ')}, and then begins anew.`
    : `It ${counted.slice(0, -1).join(', then ')}; from then on it ${words.at(-1)}.`;
}

/** All it does, in the order in which it is asked. */
export function behaviourSentences(behaviour: Behaviour): readonly string[] {
  const { tls, tlsFloor, outage, rateLimit, strict } = behaviour;
  const secure = tlsSentences[tls];
  return [
    ...(secure === null ? [] : [secure]),
    ...(tls === 'none' || tlsFloor === '1.2' ? [] : ['It takes no TLS older than 1.3.']),
    ...(outage === null
      ? []
      : [
          isWindow(outage)
            ? `Once started, for ${formatDuration(outage.durationMs)} of virtual time, it ${verbs[outage.fault](outage)}.`
            : `From ${outage.from} to ${outage.to} every day, on the virtual clock, it ${verbs[outage.fault](outage)}.`,
        ]),
    ...(rateLimit === null
      ? []
      : [
          `Beyond ${rateLimit.perSecond.toLocaleString('en')} requests of one second it answers 429 with Retry-After: ${rateLimit.retryAfterSeconds}.`,
        ]),
    ...(strict ? ['A wrong or missing signature is answered with 401.'] : []),
    stepsSentence(behaviour),
  ];
}

/** What becomes of its webhooks once it is deleted: a port of its own, or of https, may close with it. */
export const deletionSentence = (behaviour: Behaviour): string =>
  behaviour.tls === 'none' && !needsOwnPort(behaviour)
    ? 'Webhooks with its URL are answered with 404 from now on.'
    : 'Webhooks with its URL reach nobody from now on.';

// Names of faults and certificates as lists and fields show them. What each does is in the
// contract.

export const faultTitles: Readonly<Record<ReceiverFault, string>> = {
  none: 'Answers as told',
  hang: 'Hangs',
  close: 'Closes without an answer',
  refuse_connection: 'Refuses the connection',
  reset_before_request: 'Resets before the request',
  reset_during_request: 'Resets during the request',
  reset_after_request: 'Resets after the request',
  malformed_status_line: 'Malformed status line',
  malformed_headers: 'Malformed headers',
  truncated_body: 'Truncated body',
  wrong_content_length: 'Wrong Content-Length',
  slow_body: 'Slow body',
  endless_body: 'Endless body',
  redirect_loop: 'Redirect loop',
};

/** For places as narrow as a status. */
export const shortFaults: Readonly<Record<Exclude<ReceiverFault, 'none'>, string>> = {
  hang: 'hang',
  close: 'close',
  refuse_connection: 'refuse',
  reset_before_request: 'reset',
  reset_during_request: 'reset',
  reset_after_request: 'reset',
  malformed_status_line: 'malformed',
  malformed_headers: 'malformed',
  truncated_body: 'cut',
  wrong_content_length: 'length',
  slow_body: 'slow',
  endless_body: 'endless',
  redirect_loop: 'loop',
};

const withoutStatus: ReadonlySet<ReceiverFault> = new Set<ReceiverFault>([
  'hang',
  'close',
  'refuse_connection',
  'reset_before_request',
  'reset_during_request',
  'reset_after_request',
  'malformed_status_line',
]);

/** Whether a status is sent in spite of the fault. */
export function sendsStatus(fault: ReceiverFault): boolean {
  return !withoutStatus.has(fault);
}

/** Whether there is anything to wait for before it happens. */
export function hasDelay(fault: ReceiverFault): boolean {
  return fault !== 'hang' && fault !== 'refuse_connection' && fault !== 'reset_before_request';
}

/** Whether the fault is about the body, sent at a pace. */
export function hasPace(fault: ReceiverFault): boolean {
  return fault === 'slow_body' || fault === 'endless_body';
}

export const tlsTitles: Readonly<Record<ReceiverTls, string>> = {
  none: 'None: plain http',
  good: 'Good',
  self_signed: 'Self-signed',
  expired: 'Expired last night',
  not_yet_valid: 'Not yet valid',
  wrong_host: 'For another host',
  unknown_authority: 'From an unknown authority',
  incomplete_chain: 'With an incomplete chain',
  handshake_reset: 'Reset within the handshake',
};
