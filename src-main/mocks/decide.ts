/**
 * Decides a mock endpoint's response to the next request: an override such as an outage, the first rule that
 * matches, or the current step.
 */

import type { HeaderLines } from '#shared/ingestion/message.ts';
import { bodyProblem } from '#shared/kit/body-pattern.ts';
import { bodyValue } from '#shared/kit/body-value.ts';
import { patternBudget } from '#shared/kit/linear-pattern.ts';
import { maxParsedBytes } from '#shared/kit/nesting.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import type { MockFault } from '#shared/mocks/faults.ts';
import type { MockSettings } from '#shared/mocks/mock.ts';
import type { ResponseCause, SignatureDetail } from '#shared/mocks/request.ts';
import { forwardOf, stepAt } from '#shared/mocks/rules.ts';
import {
  isDown,
  isWindow,
  type MockStep,
  type StepForward,
  windowEnd,
} from '#shared/mocks/step.ts';
import type { ReceivedBody } from './read-request.ts';

export interface Decision {
  readonly cause: ResponseCause;
  /** Index of the step; null for other causes. */
  readonly step: number | null;
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: string | Buffer;
  /** How the request is forwarded before this response; null if it isn't. */
  readonly forward: StepForward | null;
  readonly delayMs: number;
  readonly fault: MockFault;
  readonly bytesPerSecond: number | undefined;
}

/** A response that doesn't come from a step. */
export const plainDecision = (
  cause: ResponseCause,
  status: number,
  body: string,
  more: Partial<Pick<Decision, 'headers' | 'fault'>> = {},
): Decision => ({
  cause,
  step: null,
  status,
  headers: [],
  body,
  forward: null,
  delayMs: 0,
  fault: 'none',
  bytesPerSecond: undefined,
  ...more,
});

export const outageDecision = (mock: MockSettings, now: number): Decision | null => {
  const { outage } = mock;
  if (outage === null || !isDown(outage, now)) return null;
  const until = isWindow(outage) ? new Date(windowEnd(outage) ?? now).toISOString() : outage.to;
  return plainDecision('outage', outage.status, `Down until ${until}.\n`, { fault: outage.fault });
};

export const rateDecision = (retryAfterSeconds: number): Decision =>
  plainDecision('rate_limit', 429, 'Too many requests.\n', {
    headers: [['Retry-After', String(retryAfterSeconds)]],
  });

/** Without the computed digest, which would sign any body for anyone who reaches the port. It is in the log (D61). */
export const signatureDecision = (
  reason: 'missing' | 'mismatch',
  { header }: Pick<SignatureDetail, 'header'>,
): Decision =>
  plainDecision(
    'signature',
    401,
    `${header} ${reason === 'missing' ? 'is missing' : 'does not match the body'}.\n`,
  );

export const uncheckedDecision = plainDecision(
  'signature',
  401,
  'The signature cannot be checked: the secret of this mock endpoint is missing or cannot be read.\n',
);

export const uncheckedFormDecision = plainDecision(
  'signature',
  500,
  'The signature of a form can only be checked for bodies of up to 500 KB.\n',
);

/**
 * The same seed produces the same delays. The offset keeps them independent of the random step
 * selection.
 */
function delayOf({ delayMs, delayMaxMs }: MockStep, seed: number, responded: number): number {
  if (delayMaxMs === undefined) return delayMs;
  return Math.round(delayMs + seededFraction(seed + 2 ** 32, responded) * (delayMaxMs - delayMs));
}

/** `seen` is the number of earlier requests. */
const scriptedDecision = ({ forward, seed }: MockSettings, response: MockStep, seen: number) => ({
  status: response.status,
  headers: Object.entries(response.headers),
  body: response.body,
  forward: forwardOf(forward !== null, response),
  delayMs: delayOf(response, seed, seen),
  fault: response.fault,
  bytesPerSecond: response.bytesPerSecond,
});

export function stepDecision(mock: MockSettings, responded: number): Decision {
  const index = stepAt(mock, responded);
  const step = mock.steps[index] as MockStep;
  return { cause: 'step', step: index, ...scriptedDecision(mock, step, responded) };
}

/**
 * The first rule that matches the body and is not used up; null if there is none. A reason if a rule
 * can't be checked: that is never "no match" (D62).
 */
export function ruleFor(
  { rules }: MockSettings,
  { bytes, byteLength, contentType }: Pick<ReceivedBody, 'bytes' | 'byteLength' | 'contentType'>,
  used: readonly number[],
): number | null | string {
  const open = rules.flatMap(({ match, times }, index) =>
    (used[index] ?? 0) < times ? [{ match, index }] : [],
  );
  if (open.length === 0) return null;
  if (byteLength > maxParsedBytes) return 'Rules can only be checked for bodies of up to 500 KB.';
  const found = bodyValue(bytes.toString('utf8'), contentType);
  const budget = patternBudget();
  for (const { match, index } of open) {
    const problem = bodyProblem(match, found, budget);
    if (problem === null) return index;
    if (problem.isUndecided)
      return `Rule ${index + 1} can't be checked: ${problem.text((value) => value)}.`;
  }
  return null;
}

export const uncheckedRuleDecision = (reason: string): Decision =>
  plainDecision('rule_unchecked', 500, `${reason}\n`);

export const ruleDecision = (mock: MockSettings, rule: MockStep, used: number): Decision => ({
  cause: 'rule',
  step: null,
  ...scriptedDecision(mock, rule, used),
});
