/** Describes a mock endpoint's behavior in one line. */

import { formatDuration } from '#shared/kit/duration.ts';
import { capitalized, formatCount } from '#shared/kit/format.ts';
import { mockCertificates } from '#shared/mocks/certificates.ts';
import { type MockFault, mockFaults, statusWith } from '#shared/mocks/faults.ts';
import type { MockSettings } from '#shared/mocks/mock.ts';
import { forwardOf, needsOwnPort } from '#shared/mocks/rules.ts';
import { isWindow, type MockStep, type StepForward } from '#shared/mocks/step.ts';

type Behavior = Omit<MockSettings, 'name' | 'secret'>;

/** Further steps are only counted. */
const maxListed = 4;

/** ` ×3`; empty for a single time. */
function timesText(times: number): string {
  return times === 1 ? '' : ` ×${formatCount(times)}`;
}

function list(words: readonly string[], last: string): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** The status is unknown in advance if the response comes from your server. */
interface Returned {
  readonly fault: MockFault;
  readonly status: number | null;
}

function withStatus(text: string, { fault, status }: Returned): string {
  const sent = statusWith(fault, status ?? 0);
  return text.replace('{status}', sent === 0 ? 'the response' : String(sent));
}

function delayLabels({
  delayMs,
  delayMaxMs,
  fault,
}: Pick<MockStep, 'delayMs' | 'delayMaxMs' | 'fault'>): string {
  if (!mockFaults[fault].hasDelay) return '';
  if (delayMaxMs !== undefined && delayMaxMs > delayMs)
    return ` after ${formatDuration(delayMs)} to ${formatDuration(delayMaxMs)}`;
  return delayMs === 0 ? '' : ` after ${formatDuration(delayMs)}`;
}

const returnedBy = (step: MockStep, forward: StepForward | null): Returned =>
  forward?.response === 'server' ? { fault: step.fault, status: null } : step;

/** Whether a step does nothing but forward. */
const isPlainForward = (step: MockStep, forward: StepForward): boolean =>
  forward.response === 'server' &&
  forward.corrupt !== 'response' &&
  step.fault === 'none' &&
  delayLabels(step) === '';

const copiesText = ({ times, concurrent }: StepForward): string =>
  times === 1 ? 'forwards' : `forwards ${times} copies${concurrent ? ' at the same time' : ''}`;

/** `forwards 2 copies after 2 s` */
export function forwardLabels(forward: StepForward): string {
  const { delayMs, afterNext, corrupt } = forward;
  return [
    copiesText(forward),
    ...(delayMs > 0 ? [`after ${formatDuration(delayMs)}`] : []),
    ...(afterNext ? ['after the next request'] : []),
    ...(corrupt === 'request' ? ['with one bit changed'] : []),
  ].join(' ');
}

/** `503 after 2 s`, `hangs`, `forwards` */
function stepLabel(step: MockStep, forward: StepForward | null): string {
  const ownLabel = withStatus(mockFaults[step.fault].label, returnedBy(step, forward));
  const label = `${ownLabel}${delayLabels(step)}`;
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
  return `${rounded} %`;
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
  const certificate = mockCertificates[tls].label;
  const parts = [
    ...(certificate === '' ? [] : [`certificate: ${certificate}`]),
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

/** Its own port, or the HTTPS port, may close with it. */
export const deletionText = (behavior: Behavior): string =>
  behavior.tls === 'none' && !needsOwnPort(behavior)
    ? 'Its URL now returns 404'
    : 'Its URL is no longer reachable';

/** Whether the fault throttles the body. */
export const hasRate = (fault: MockFault): boolean =>
  mockFaults[fault].bytesPerSecond !== undefined;
