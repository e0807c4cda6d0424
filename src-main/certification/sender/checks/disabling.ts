/** The check about disabled endpoints: neither this message nor a later one is sent. */
import { quietMs } from '../expected.ts';
import { type Check, caseOf, evidenceOf, failed, notObserved, passed } from './check.ts';
import { duration, judgeRetry } from './retries.ts';

export const disabling: Check = (context) => {
  const { messages, now, secondGone } = context.observation;
  const found = caseOf(context, 'gone');
  const first = found?.transitions[0];
  if (found === null || first === undefined) return notObserved('Needs one more message.');
  const [, second] = messages.filter((message) => message.case === 'gone');
  const [attempt] = second?.attempts ?? [];
  if (second !== undefined && attempt !== undefined)
    return failed('Sent another message after the endpoint was disabled.', [
      evidenceOf(found.message, first.attempt, 'The response disabled the endpoint.'),
      evidenceOf(second, attempt, 'Sent afterwards.'),
    ]);
  const judgment = judgeRetry(found.message, first);
  if (judgment.outcome !== 'passed') return judgment;
  if (!context.isTriggered)
    return notObserved(
      `${judgment.message} Use a trigger to check that later messages are not sent either.`,
    );
  if (secondGone === null || now - secondGone.at < quietMs)
    return notObserved('Waiting to see if a second message is sent.');
  return passed(
    `${judgment.message} A second message was not sent within ${duration(quietMs)}; the trigger returned ${secondGone.status}.`,
  );
};
