/** Clauses about signatures, their timestamps and rotation. */
import { formatDuration } from '#shared/lib/duration.ts';
import type { Attempt } from '../observation.ts';
import { attemptsOf, type Clause, judgeEach, notObserved, retriesOf } from './clause.ts';

function signatureProblem({ signature }: Attempt): string | null {
  if (signature === null) return null;
  const { header, received, expectedRaw, raw } = signature;
  if (raw === 'match') return null;
  return raw === 'missing'
    ? `${header} is missing.`
    : `${header} is ${received}; expected ${expectedRaw}.`;
}

export const signatureFirst: Clause = (context) =>
  judgeEach(
    attemptsOf(context).filter(({ attempt }) => attempt.number === 1),
    ({ attempt }) => signatureProblem(attempt),
    'first attempt',
  );

export const signatureRetry: Clause = (context) =>
  judgeEach(retriesOf(context), ({ attempt }) => signatureProblem(attempt), 'retry');

/** Of receivers whose provider documents none. */
const defaultToleranceMs = 300_000;

export const timestamp: Clause = (context) => {
  const { pastMs, futureMs } = context.profile.tolerance;
  return judgeEach(attemptsOf(context), ({ attempt }) => {
    if (attempt.timestamp === null) return 'The timestamp is missing or has another form.';
    const ageMs = attempt.startedAt - attempt.timestamp;
    // A timestamp in whole seconds is up to a second old.
    if (ageMs > (pastMs ?? defaultToleranceMs) + 1_000)
      return `The timestamp is ${formatDuration(Math.round(ageMs))} old.`;
    return -ageMs > (futureMs ?? defaultToleranceMs) + 1_000
      ? `The timestamp is ${formatDuration(Math.round(-ageMs))} in the future.`
      : null;
  });
};

export const rotation: Clause = (context) => {
  if (!context.hasPreviousSecret) return notObserved('Needs the previous secret.');
  const isCurrent = ({ signature }: Attempt): boolean => signature?.raw === 'match';
  // Other clauses judge signatures with neither secret.
  const signed = attemptsOf(context).filter(
    ({ attempt }) => isCurrent(attempt) || attempt.isSignedWithPrevious === true,
  );
  return judgeEach(
    signed,
    ({ attempt }) => {
      if (!isCurrent(attempt)) return 'Signed with the previous secret only.';
      return attempt.isSignedWithPrevious === true ? null : 'Signed with the current secret only.';
    },
    'signed request',
  );
};
