/** Details of the request that a receiver may have hashed with the body. */
import type { Attempt } from '#shared/deliveries/delivery.ts';
import type { RequestContext } from './candidate-groups/candidate-group.ts';

/** Limits of the URLs and times to try. */
const maxUrls = 20;
const maxMoments = 40;

/** A receiver's clock may differ from ours. */
const clockSkewSeconds = 2;

/** What a receiver may have used of a request. */
export interface SentAttempt extends Pick<Attempt, 'url' | 'startedAt'> {
  readonly timings: Pick<Attempt['timings'], 'totalMs'>;
  readonly request: Pick<Attempt['request'], 'headers'>;
}

function secondsOf({ startedAt, timings }: SentAttempt): readonly number[] {
  const from = Math.floor(startedAt / 1_000) - clockSkewSeconds;
  const to = Math.ceil((startedAt + timings.totalMs) / 1_000) + clockSkewSeconds;
  return Array.from({ length: Math.min(maxMoments, to - from + 1) }, (_, index) => from + index);
}

const looksLikeTime = /^(?:\d{9,16}|\d{4}-\d\d-\d\d.*)$/;

export function requestContext(
  attempts: readonly SentAttempt[],
  knownUrls: readonly string[],
): RequestContext {
  const urls = [...attempts.map(({ url }) => url).reverse(), ...knownUrls];
  return {
    urls: [...new Set(urls)].slice(0, maxUrls),
    seconds: [...new Set(attempts.toReversed().flatMap(secondsOf))].slice(0, maxMoments),
    headerValues: [
      ...new Set(
        attempts.flatMap(({ request: { headers } }) =>
          headers.flatMap(([, value]) => (looksLikeTime.test(value) ? [value] : [])),
        ),
      ),
    ].slice(0, maxUrls),
  };
}
