/** The check that a restart of the sender loses no message that waits for its retry. */
import { type Check, caseOf, evidenceOf, failed, notObserved, passed } from './check.ts';
import { duration } from './retries.ts';

export const restart: Check = (context) => {
  const { restart } = context.observation;
  const found = caseOf(context, 'restart');
  if (found === null) return notObserved('Needs one more message.');
  const realStartedAt = restart?.realStartedAt ?? null;
  if (realStartedAt === null) return notObserved('Waiting for the restart.');
  const { message, transitions } = found;
  const after = message.attempts.find((attempt) => attempt.realStartedAt >= realStartedAt);
  if (after !== undefined)
    return passed(
      `Retried ${duration(after.realStartedAt - realStartedAt)} after the restart started.`,
    );
  const last = transitions.at(-1);
  if (last?.state === 'stopped')
    return notObserved(
      last.expected.retry === 'forbidden'
        ? 'All attempts came before the sender had ended. Let it end sooner, or use a profile with longer delays.'
        : 'No retry came after the restart, and the profile requires none.',
    );
  return last?.state !== 'missing'
    ? notObserved('Waiting for a retry after the restart.')
    : failed('Lost a message at a restart: not retried.', [
        evidenceOf(message, last.attempt, 'The sender was restarted after this attempt failed.'),
      ]);
};
