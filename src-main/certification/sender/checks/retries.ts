/** Checks about retries: which failures, when, and how often. */

import type { SenderCase } from '#shared/certification/sender-checks.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { earliestAllowed, latestAllowed, maxAttemptsOf } from '../expected.ts';
import type { Message, Transition } from '../observation.ts';
import {
  type Check,
  type CheckContext,
  caseOf,
  evidenceOf,
  failed,
  type Judgment,
  notObserved,
  passed,
} from './check.ts';

export const duration = (ms: number): string => formatDuration(Math.round(ms));

const rangeText = ({ expected: { earliestMs, latestMs } }: Transition): string =>
  earliestMs === latestMs
    ? `expected ${duration(latestMs)}`
    : `expected ${duration(earliestMs)} to ${duration(latestMs)}`;

export const gapText = (transition: Transition): string =>
  transition.gapMs === null
    ? `No attempt within ${duration(latestAllowed(transition.expected.latestMs))}.`
    : `Next attempt after ${duration(transition.gapMs)}; ${rangeText(transition)}.`;

/** Whether the first attempt of a case is retried as the profile says, at any time. */
export const isRetriedAsDocumented =
  (name: SenderCase): Check =>
  (context) => {
    const found = caseOf(context, name);
    const first = found?.transitions[0];
    if (found === null || first === undefined) return notObserved('Needs one more message.');
    return judgeRetry(found.message, first);
  };

export function judgeRetry(message: Message, transition: Transition): Judgment {
  const { attempt, state, gapMs } = transition;
  const evidence = [evidenceOf(message, attempt, gapText(transition))];
  switch (state) {
    case 'pending':
      return notObserved(
        transition.expected.retry === 'forbidden'
          ? 'Waiting to see if it retries.'
          : 'Waiting for a retry.',
      );
    case 'missing':
      return failed('Not retried.', evidence);
    case 'unexpected':
      return failed(`Retried after ${duration(gapMs ?? 0)}; expected no retry.`, [
        evidenceOf(message, attempt, 'Followed by another attempt.'),
      ]);
    case 'stopped':
      return passed(`Not retried within ${duration(latestAllowed(transition.expected.latestMs))}.`);
    default:
      return passed(`Retried after ${duration(gapMs ?? 0)}.`);
  }
}

const schedule = (context: CheckContext) => caseOf(context, 'server_error');

const isOver = ({ state }: Transition): boolean =>
  state === 'missing' || state === 'stopped' || state === 'unexpected';

/** Every delay of the schedule. */
export const backoff: Check = (context) => {
  const found = schedule(context);
  // A profile may have another delay after a timeout.
  const slowed = context.profile.minDelay === null ? found : caseOf(context, 'no_response');
  if (found === null || slowed === null) return notObserved('No retry yet.');
  const gaps = [...new Set([found, slowed])].flatMap(({ message, transitions }) =>
    transitions.flatMap((gap) =>
      gap.gapMs !== null && gap.expected.retry !== 'forbidden'
        ? [{ gap, evidence: evidenceOf(message, gap.attempt, gapText(gap)) }]
        : [],
    ),
  );
  if (gaps.length === 0) return notObserved('No retry yet.');
  const evidence = gaps.map((of) => of.evidence);
  const wrong = gaps.filter(({ gap: { state } }) => state === 'early' || state === 'late');
  const [first] = wrong;
  if (first !== undefined)
    return failed(
      gapText(first.gap),
      wrong.map((of) => of.evidence),
    );
  const count = `${gaps.length} ${gaps.length === 1 ? 'delay' : 'delays'}`;
  return found.transitions.some(isOver)
    ? passed(`${count} as documented.`, evidence)
    : notObserved(`${count} so far, as documented.`, evidence);
};

function attemptsSoFar({ attempts }: Message, { profile, observation }: CheckContext): string {
  const maxAttempts = maxAttemptsOf(profile);
  const count =
    maxAttempts === null
      ? `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`
      : `${attempts.length} of ${maxAttempts} attempts`;
  const endedAt = attempts.at(-1)?.endedAt ?? observation.now;
  // What arrived last may be newer than the time until which all was read.
  const seconds = Math.max(0, Math.floor((observation.now - endedAt) / 1_000));
  return `${count} arrived${seconds === 0 ? '' : `, none in the last ${duration(seconds * 1_000)}`}.`;
}

export const givesUp: Check = (context) => {
  const found = schedule(context);
  if (found === null) return notObserved('Needs one more message.');
  const last = found.transitions.find(isOver);
  if (last === undefined)
    return notObserved(
      `${attemptsSoFar(found.message, context)} Let Hookwright set the sender's clock, allow more time, use a profile with shorter delays, or skip this check.`,
    );
  const { number } = last.attempt;
  const evidence = [evidenceOf(found.message, last.attempt, gapText(last))];
  if (last.state === 'unexpected')
    return failed(`Continued after attempt ${number}, which must be the last.`, [
      evidenceOf(found.message, last.attempt, 'Followed by another attempt.'),
    ]);
  if (last.state === 'stopped') return passed(`Stopped after attempt ${number}.`, evidence);
  // Without any retry, another check fails.
  return number === 1
    ? notObserved('Server errors are not retried.')
    : failed(`Stopped after attempt ${number}, too early.`, evidence);
};

export const retryAfter =
  (name: Extract<SenderCase, 'rate_limit' | 'rate_limit_date'>): Check =>
  (context) => {
    const found = caseOf(context, name);
    const first = found?.transitions[0];
    if (found === null || first === undefined) return notObserved('Needs one more message.');
    const { attempt, state, gapMs } = first;
    const { response } = attempt;
    const askedMs = response.kind === 'status' ? (response.retryAfterMs ?? 0) : 0;
    const isHonored = gapMs !== null && gapMs >= earliestAllowed(askedMs);
    const { retryAfter: rule, sources } = context.profile;
    if (state === 'pending' || state === 'stopped') return judgeRetry(found.message, first);
    // To wait longer than needed does no harm where nothing is documented.
    const isFree = rule === 'ignored' && sources.retry_after === undefined && isHonored;
    // To wait for longer is allowed (RFC 9110 10.2.3).
    if (state === 'on_time' || state === 'late' || isFree)
      return passed(`Retry-After: ${duration(askedMs)}; retried after ${duration(gapMs ?? 0)}.`);
    return failed(
      state === 'missing'
        ? `Not retried after a ${response.kind === 'status' ? response.status : 'response'} with Retry-After.`
        : `Retry-After: ${duration(askedMs)}; retried after ${duration(gapMs ?? 0)}.`,
      [evidenceOf(found.message, attempt, gapText(first))],
    );
  };
