/** Checks about signatures, their timestamps and rotation. */
import { formatDuration } from '#shared/kit/duration.ts';
import { redactedMark } from '#shared/kit/redacted.ts';
import type { Attempt } from '../observation.ts';
import { attemptsOf, type Check, judgeEach, notObserved, retriesOf } from './check.ts';

/** Not that of a body which is too large to be kept. */
const isChecked = ({ attempt: { signature } }: { readonly attempt: Attempt }): boolean =>
  signature !== null && signature.raw !== 'not_checked';

function signatureProblem({ signature, cause }: Attempt): string | null {
  if (signature === null) return null;
  const { header, received, expectedRaw, raw } = signature;
  if (raw === 'match') return null;
  const likely = cause === null ? '' : ` Likely cause: ${cause}`;
  if (raw === 'missing') return `${header} is missing.${likely}`;
  // Only the private key computes an asymmetric signature.
  if (expectedRaw === '') return `${header} doesn't match the public key.${likely}`;
  return received === redactedMark
    ? `${header} doesn't match the secret.${likely}`
    : `${header} is ${received}; expected ${expectedRaw}.${likely}`;
}

export const signatureFirst: Check = (context) =>
  judgeEach(
    attemptsOf(context).filter((each) => each.attempt.number === 1 && isChecked(each)),
    ({ attempt }) => signatureProblem(attempt),
    'first attempt',
  );

export const signatureRetry: Check = (context) =>
  judgeEach(
    retriesOf(context).filter(isChecked),
    ({ attempt }) => signatureProblem(attempt),
    'retry',
  );

/** Of receivers whose provider documents none. */
const defaultToleranceMs = 300_000;

/** Timestamps in whole seconds may be equal on quick retries. */
const minRetryMs = 2_000;

export const timestamp: Check = (context) => {
  const { signature, tolerance } = context.profile;
  const { pastMs, futureMs } = tolerance;
  const isSigned = 'content' in signature && signature.content.includes('{timestamp}');
  return judgeEach(attemptsOf(context), ({ message, attempt }) => {
    // Each retry may follow the one before within a second.
    const before = message.attempts.find(({ timestamp }) => timestamp === attempt.timestamp);
    const isReused =
      isSigned &&
      attempt.timestamp !== null &&
      before !== undefined &&
      attempt.startedAt - before.startedAt >= minRetryMs;
    if (isReused) return `The retry has the timestamp of attempt ${before.number}.`;
    if (attempt.timestamp === null)
      return 'The timestamp is missing or not in the expected format.';
    const ageMs = attempt.receivedAt - attempt.timestamp;
    // A timestamp in whole seconds is up to a second old.
    if (ageMs > (pastMs ?? defaultToleranceMs) + 1_000 + attempt.clockStepMs)
      return `The timestamp is ${formatDuration(Math.round(ageMs))} old.`;
    return -ageMs > (futureMs ?? defaultToleranceMs) + 1_000
      ? `The timestamp is ${formatDuration(Math.round(-ageMs))} in the future.`
      : null;
  });
};

export const rotation: Check = (context) => {
  if (!context.hasPreviousSecret)
    return notObserved('Needs the previous secret. Without rotation, skip this check.');
  const isCurrent = ({ signature }: Attempt): boolean => signature?.raw === 'match';
  // Other checks judge signatures with neither secret.
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
