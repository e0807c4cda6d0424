/** Describes a mock endpoint's behavior: one line for lists, sentences for its settings. */

import { formatDuration } from '#shared/lib/duration.ts';
import { counted, formatCount } from '#shared/lib/format.ts';
import { forwardOf, needsOwnPort } from '#shared/lib/mock-rules.ts';
import { isWindow } from '#shared/lib/outage-window.ts';
import type { MockSettings, MockTls } from '#shared/schemas/mock.ts';
import type { MockFault, MockStep, StepForward } from '#shared/schemas/mock-step.ts';

type Behavior = Omit<MockSettings, 'name' | 'secret'>;

/** Further steps are only counted. */
const maxListed = 4;

/** ` ×3`; empty for a single time. */
export function timesText(times: number): string {
  return times === 1 ? '' : ` ×${formatCount(times)}`;
}

function list(words: readonly string[], last: string): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** The status is unknown in advance if the response comes from your server. */
interface Returned {
  readonly status: number | 'the response';
}

const verbs: Readonly<Record<MockFault, (step: Returned) => string>> = {
  none: ({ status }) => `returns ${status}`,
  hang: () => 'never responds',
  close: () => 'closes the connection without a response',
  refuse_connection: () => 'refuses connections',
  reset_before_request: () => 'resets the connection before reading the request',
  reset_during_request: () => 'resets the connection during the request',
  reset_after_request: () => 'resets the connection after the request',
  malformed_status_line: () => 'returns a malformed status line',
  malformed_headers: ({ status }) => `returns ${status} with a malformed header`,
  truncated_body: ({ status }) => `returns ${status} and half of the body`,
  wrong_content_length: ({ status }) => `returns ${status} with a wrong Content-Length`,
  slow_body: ({ status }) => `returns ${status} with a slow body`,
  endless_body: ({ status }) => `returns ${status} with an endless body`,
  redirect_loop: ({ status }) =>
    `redirects to itself with ${status !== 'the response' && status >= 300 && status <= 399 ? status : 307}`,
};

function delayLabels({
  delayMs,
  delayMaxMs,
  fault,
}: Pick<MockStep, 'delayMs' | 'delayMaxMs' | 'fault'>): string {
  if (!hasDelay(fault)) return '';
  if (delayMaxMs !== undefined && delayMaxMs > delayMs)
    return ` after ${formatDuration(delayMs)} to ${formatDuration(delayMaxMs)}`;
  return delayMs === 0 ? '' : ` after ${formatDuration(delayMs)}`;
}

const returnedBy = (step: MockStep, forward: StepForward | null): Returned =>
  forward?.response === 'target' ? { status: 'the response' } : step;

/** Whether a step does nothing but forward. */
const isPlainForward = (step: MockStep, forward: StepForward): boolean =>
  forward.response === 'target' &&
  forward.corrupt !== 'response' &&
  step.fault === 'none' &&
  delayLabels(step) === '';

const copiesText = ({ times, concurrent }: StepForward): string =>
  times === 1 ? 'forwards' : `forwards ${times} copies${concurrent ? ' at the same time' : ''}`;

/** `forwards 2 copies after 2 s` */
function forwardLabels(forward: StepForward): string {
  const { delayMs, afterNext, corrupt } = forward;
  return [
    copiesText(forward),
    ...(delayMs > 0 ? [`after ${formatDuration(delayMs)}`] : []),
    ...(afterNext ? ['after the next request'] : []),
    ...(corrupt === 'request' ? ['with one bit changed'] : []),
  ].join(' ');
}

/** `forwards, then returns 503 after 2 s` */
export function stepLabels(step: MockStep, forward: StepForward | null): string {
  const ownLabels = responseLabels(step, forward);
  if (forward === null) return ownLabels;
  const forwards = forwardLabels(forward);
  return isPlainForward(step, forward) ? forwards : `${forwards}, then ${ownLabels}`;
}

function responseLabels(step: MockStep, forward: StepForward | null): string {
  const pace =
    step.bytesPerSecond !== undefined &&
    (step.fault === 'slow_body' || step.fault === 'endless_body')
      ? ` at ${formatCount(step.bytesPerSecond)} bytes/s`
      : '';
  const changed = forward?.corrupt === 'response' ? ' with one bit changed' : '';
  return `${verbs[step.fault](returnedBy(step, forward))}${changed}${pace}${delayLabels(step)}`;
}

const labels: Readonly<Record<MockFault, (step: Returned) => string>> = {
  none: ({ status }) => String(status),
  hang: () => 'hangs',
  close: () => 'closes without a response',
  refuse_connection: () => 'refuses connections',
  reset_before_request: () => 'resets before the request',
  reset_during_request: () => 'resets during the request',
  reset_after_request: () => 'resets after the request',
  malformed_status_line: () => 'malformed status line',
  malformed_headers: ({ status }) => `${status} with malformed headers`,
  truncated_body: ({ status }) => `truncated ${status}`,
  wrong_content_length: ({ status }) => `${status} with a wrong Content-Length`,
  slow_body: ({ status }) => `${status} with a slow body`,
  endless_body: ({ status }) => `endless ${status}`,
  redirect_loop: () => 'redirects to itself',
};

/** `503 after 2 s`, `hangs`, `forwards` */
function stepLabel(step: MockStep, forward: StepForward | null): string {
  const label = `${labels[step.fault](returnedBy(step, forward))}${delayLabels(step)}`;
  if (forward === null) return label;
  const forwards = copiesText(forward);
  return isPlainForward(step, forward) ? forwards : `${forwards}, then ${label}`;
}

/** In percent. */
export function shareOf(steps: readonly Pick<MockStep, 'times'>[], index: number): number {
  const total = steps.reduce((sum, { times }) => sum + times, 0);
  return ((steps[index]?.times ?? 0) / total) * 100;
}

export function percent(share: number): string {
  const rounded = share < 1 ? Number(share.toFixed(2)) : Math.round(share);
  return `${rounded}%`;
}

function truncated(labels: readonly string[]): readonly string[] {
  const moreCount = labels.length - maxListed;
  return moreCount <= 0 ? labels : [...labels.slice(0, maxListed), `${moreCount} more`];
}

function stepsLine(behavior: Behavior): string {
  const { steps, then } = behavior;
  const labelOf = (step: MockStep) => stepLabel(step, forwardOf(behavior.forward !== null, step));
  const [first] = steps;
  if (steps.length === 1 && first !== undefined) {
    const isStatus = first.fault === 'none' && forwardOf(behavior.forward !== null, first) === null;
    return isStatus ? `always ${labelOf(first)}` : labelOf(first);
  }
  if (then === 'random')
    return `random ${list(
      truncated(steps.map((step, index) => `${labelOf(step)} (${percent(shareOf(steps, index))})`)),
      'or',
    )}`;
  const parts = steps.map((step, index) =>
    then === 'stay' && index === steps.length - 1
      ? labelOf(step)
      : `${labelOf(step)}${timesText(step.times)}`,
  );
  const line = truncated(parts).join(', then ');
  return then === 'stay' ? line : `${line}, then repeat`;
}

/** `503 ×3, then 200` */
export function behaviorLine(mock: Behavior): string {
  const { strict, rateLimit, outage, tls, tlsFloor } = mock;
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
    ...(rateLimit === null ? [] : [`max ${rateLimit.perSecond}/s`]),
    ...(strict ? ['401 if not signed'] : []),
    stepsLine(mock),
  ];
  return capitalized(parts.join(' · '));
}

const tlsLabels = {
  self_signed: 'self-signed',
  expired: 'expired',
  not_yet_valid: 'not yet valid',
  wrong_host: 'for another host',
  unknown_authority: 'from an unknown CA',
  incomplete_chain: 'incomplete chain',
  handshake_reset: 'reset during the handshake',
} as const;

const tlsSummaries: Readonly<Record<MockSettings['tls'], string | null>> = {
  none: null,
  good: 'HTTPS, trusted certificate',
  self_signed: 'HTTPS, self-signed certificate',
  expired: 'HTTPS, expired certificate',
  not_yet_valid: 'HTTPS, certificate not yet valid',
  wrong_host: 'HTTPS, certificate for another host',
  unknown_authority: 'HTTPS, certificate from unknown CA',
  incomplete_chain: 'HTTPS, incomplete certificate chain',
  handshake_reset: 'Resets during the TLS handshake',
};

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function stepsSummary(behavior: Behavior): string {
  const { steps, then, seed } = behavior;
  const labels = steps.map((step) => stepLabels(step, forwardOf(behavior.forward !== null, step)));
  const [only = ''] = labels;
  if (labels.length === 1) return capitalized(only);
  if (then === 'random') {
    const draws = labels.map((label, index) => `${percent(shareOf(steps, index))} ${label}`);
    return `Random: ${list(draws, 'and')} (seed ${seed})`;
  }
  const counted = labels.map((label, index) => `${label}${timesText(steps[index]?.times ?? 1)}`);
  return capitalized(
    then === 'repeat'
      ? `${counted.join(', then ')}, then repeats`
      : `${counted.slice(0, -1).join(', then ')}, then always ${labels.at(-1)}`,
  );
}

/** In the order of evaluation. */
export function behaviorSummary(behavior: Behavior): readonly string[] {
  const { tls, tlsFloor, outage, rateLimit, strict, forward, rules } = behavior;
  const secure = tlsSummaries[tls];
  return [
    ...(secure === null ? [] : [secure]),
    ...(tls === 'none' || tlsFloor === '1.2' ? [] : ['Requires TLS 1.3']),
    ...(outage === null
      ? []
      : [
          isWindow(outage)
            ? `Outage of ${formatDuration(outage.durationMs)} (virtual time): ${verbs[outage.fault](outage)}`
            : `Daily outage, ${outage.from} to ${outage.to} (virtual time): ${verbs[outage.fault](outage)}`,
        ]),
    ...(rateLimit === null
      ? []
      : [
          `Above ${formatCount(rateLimit.perSecond)} requests/s: returns 429 with Retry-After ${rateLimit.retryAfterSeconds} s`,
        ]),
    ...(strict ? ['Invalid signature: returns 401'] : []),
    ...(forward === null ? [] : [`Your server: ${forward.url}`]),
    ...(rules.length === 0
      ? []
      : [`First, ${counted(rules.length, 'rule')} for matching requests`]),
    stepsSummary(behavior),
  ];
}

/** Its own port, or the HTTPS port, may close with it. */
export const deletionText = (behavior: Behavior): string =>
  behavior.tls === 'none' && !needsOwnPort(behavior)
    ? 'Its URL now returns 404'
    : 'Its URL is no longer reachable';

// Names of faults and certificates; the contract describes them.

export const faultTitles: Readonly<Record<MockFault, string>> = {
  none: 'None',
  hang: 'Hangs',
  close: 'Closes without a response',
  refuse_connection: 'Refuses connections',
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

/** As short as a status. */
export const shortFaults: Readonly<Record<Exclude<MockFault, 'none'>, string>> = {
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

const withoutStatus: ReadonlySet<MockFault> = new Set<MockFault>([
  'hang',
  'close',
  'refuse_connection',
  'reset_before_request',
  'reset_during_request',
  'reset_after_request',
  'malformed_status_line',
]);

export function sendsStatus(fault: MockFault): boolean {
  return !withoutStatus.has(fault);
}

/** Whether the fault can be delayed. */
export function hasDelay(fault: MockFault): boolean {
  return fault !== 'hang' && fault !== 'refuse_connection' && fault !== 'reset_before_request';
}

/** Whether the fault throttles the body. */
export function hasRate(fault: MockFault): boolean {
  return fault === 'slow_body' || fault === 'endless_body';
}

export const tlsTitles: Readonly<Record<MockTls, string>> = {
  none: 'None (HTTP)',
  good: 'Valid',
  self_signed: 'Self-signed',
  expired: 'Expired',
  not_yet_valid: 'Not yet valid',
  wrong_host: 'Wrong host',
  unknown_authority: 'Unknown CA',
  incomplete_chain: 'Incomplete chain',
  handshake_reset: 'Reset during the handshake',
};
