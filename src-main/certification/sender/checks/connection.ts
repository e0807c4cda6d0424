/** Checks about connections: the time limit, redirects and certificates. */

import type { SenderCertificate } from '#shared/certification/sender.ts';
import type { SenderCase } from '#shared/certification/sender-checks.ts';
import { earliestTimeout, latestTimeout, longestTimeLimitMs } from '../expected.ts';
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
import { duration, judgeRetry } from './retries.ts';

export const timeLimit: Check = (context) => {
  const found = caseOf(context, 'no_response');
  const attempt = found?.transitions[0]?.attempt;
  if (found === null || attempt === undefined) return notObserved('Needs one more message.');
  const { endedAt, realEndedAt, startedAt, realStartedAt, wasClosedBySender } = attempt;
  const { profile } = context;
  const limitMs = profile.timeLimitMs;
  const maxMs = longestTimeLimitMs(profile);
  const limitText =
    maxMs === limitMs ? duration(limitMs) : `${duration(limitMs)} to ${duration(maxMs)}`;
  if (endedAt === null || realEndedAt === null) return notObserved('Waiting for the timeout.');
  if (!wasClosedBySender)
    return failed(`Still waiting after ${duration(latestTimeout(maxMs))}.`, [
      evidenceOf(found.message, attempt, `Expected a timeout after ${limitText}.`),
    ]);
  // A sender with a clock of its own may still measure this in real time.
  const times = [endedAt - startedAt, realEndedAt - realStartedAt];
  const waitedMs = times.find((ms) => ms >= earliestTimeout(limitMs) && ms <= latestTimeout(maxMs));
  return waitedMs === undefined
    ? failed(`Timed out after ${duration(times[0] ?? 0)}; expected ${limitText}.`, [
        evidenceOf(found.message, attempt, 'Closed the connection.'),
      ])
    : passed(`Timed out after ${duration(waitedMs)}.`);
};

function judgeRedirect(context: CheckContext, name: SenderCase): Judgment {
  const { observation, profile } = context;
  const found = caseOf(context, name);
  const first = found?.transitions[0];
  if (found === null || first === undefined) return notObserved('Needs one more message.');
  const { response } = first.attempt;
  const status = response.kind === 'status' ? response.status : 0;
  const evidence = [evidenceOf(found.message, first.attempt, `${status} to another path`)];
  const followed = observation.followedRedirects.get(status) ?? 0;
  if (followed > 0 && profile.redirects === 'failed')
    return failed(`Followed a ${status}; the profile follows no redirects.`, evidence);
  if (followed > (profile.maxRedirects ?? followed))
    return failed(`Followed more than ${profile.maxRedirects} redirects.`, evidence);
  if (followed > 0) return passed(`Followed a ${status}.`, evidence);
  const judgment = judgeRetry(found.message, first);
  return judgment.outcome === 'passed'
    ? passed(`${status} not followed. ${judgment.message}`, evidence)
    : judgment;
}

/** The worst of the three statuses. */
export const redirects: Check = (context) => {
  const judgments = (['redirect', 'redirect_307', 'redirect_308'] as const).map((name) =>
    judgeRedirect(context, name),
  );
  const worst = (['failed', 'not_observed', 'passed'] as const).find((outcome) =>
    judgments.some((judgment) => judgment.outcome === outcome),
  );
  const shown = judgments.filter(({ outcome }) => outcome === worst);
  return {
    outcome: worst ?? 'not_observed',
    message: [...new Set(shown.map(({ message }) => message))].join(' '),
    evidence: shown.flatMap(({ evidence }) => evidence),
  };
};

/** Time from the last connection until the request of a sender that trusts it would have come. */
const quietMs = 1_000;

/** A sender that trusts no certificate of the CA would pass by accident. */
export const rejectsCertificate =
  (name: Exclude<SenderCertificate, 'good'>): Check =>
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
          difference: null,
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
