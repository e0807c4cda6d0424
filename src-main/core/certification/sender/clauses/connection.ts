/** Clauses about connections: the time limit, redirects and certificates. */
import type { SenderCertificate } from '#shared/schemas/sender-certification.ts';
import { earliestTimeout, latestTimeout } from '../expected.ts';
import { type Clause, caseOf, evidenceOf, failed, notObserved, passed } from './clause.ts';
import { duration, judgeRetry } from './retries.ts';

export const timeLimit: Clause = (context) => {
  const found = caseOf(context, 'no_response');
  const attempt = found?.message.attempts[0];
  if (found === null || attempt === undefined) return notObserved('Needs one more message.');
  const { endedAt, realEndedAt, startedAt, realStartedAt, wasClosedBySender } = attempt;
  const limitMs = context.profile.timeLimitMs;
  if (endedAt === null || realEndedAt === null) return notObserved('Waiting for the timeout.');
  if (!wasClosedBySender)
    return failed(`Still waiting after ${duration(latestTimeout(limitMs))}.`, [
      evidenceOf(found.message, attempt, `Expected a timeout after ${duration(limitMs)}.`),
    ]);
  // A sender with a clock of its own may still measure this in real time.
  const times = [endedAt - startedAt, realEndedAt - realStartedAt];
  const waitedMs = times.find(
    (ms) => ms >= earliestTimeout(limitMs) && ms <= latestTimeout(limitMs),
  );
  return waitedMs === undefined
    ? failed(`Timed out after ${duration(times[0] ?? 0)}; expected ${duration(limitMs)}.`, [
        evidenceOf(found.message, attempt, 'Closed the connection.'),
      ])
    : passed(`Timed out after ${duration(waitedMs)}.`);
};

export const redirects: Clause = (context) => {
  const { observation, profile } = context;
  const found = caseOf(context, 'redirect');
  const first = found?.transitions[0];
  if (found === null || first === undefined) return notObserved('Needs one more message.');
  const evidence = [evidenceOf(found.message, first.attempt, '302 to another path')];
  if (observation.followedRedirects > 0)
    return profile.redirects === 'followed'
      ? passed('Followed.', evidence)
      : failed('Followed the redirect; expected it not to.', evidence);
  const judgment = judgeRetry(found.message, first);
  return judgment.outcome === 'passed' ? passed(`Not followed. ${judgment.message}`) : judgment;
};

/** Time from the last connection until the request of a sender that trusts it would have come. */
const quietMs = 1_000;

/** A sender that trusts no certificate of the CA would pass by accident. */
export const rejectsCertificate =
  (name: Exclude<SenderCertificate, 'good'>): Clause =>
  ({ observation }) => {
    const { tls, tlsProblem, realNow } = observation;
    const { handshakes, open, requests, lastAt } = tls[name];
    const { good } = tls;
    if (requests > 0)
      return failed('Sent a request over this connection.', [
        {
          message: null,
          attempt: null,
          text: `${requests} ${requests === 1 ? 'request' : 'requests'}`,
        },
      ]);
    if (tlsProblem !== null) return notObserved(tlsProblem);
    if (handshakes === 0 || lastAt === null) return notObserved('No connection to this URL.');
    if (open > 0 || realNow - lastAt < quietMs) return notObserved('Waiting for a request.');
    if (name !== 'self_signed' && good.requests === 0)
      return notObserved(
        good.handshakes + good.open === 0
          ? 'Needs a request to the URL with the valid certificate.'
          : 'The sender rejects the valid certificate too. It must trust the development CA.',
      );
    return passed('Closed the connection without a request.');
  };
