/** Predicts a run from its steps and the retry schedules, without running it. */
import type { FanOut } from '#shared/connections/destination.ts';
import { type Backoff, isInWindow, plannedRetryMs } from '#shared/profiles/backoff.ts';
import { backoffOf } from '#shared/profiles/profiles.ts';
import { mostWaiting, type WaitingChange } from './most-waiting.ts';
import type { PlacedStep, Scenario } from './scenario.ts';
import type { ScenarioDestination, ScenarioWebhook } from './schema/given.ts';
import type { Prediction } from './schema/prediction.ts';

type Outage = Prediction['outages'][number];

const maxMessages = 20_000;
/** Attempts, and outages compared with each: the scenario may come from others (D62). */
const maxSteps = 200_000;
const maxBuckets = 240;

interface Sent {
  readonly at: number;
  readonly source: string;
}

interface Plan {
  readonly sent: readonly Sent[];
  readonly outages: readonly Outage[];
  /** When the last step ends. */
  readonly endsAt: number;
}

/** Changes of a secret; an outage usually covers the time between both sides. */
const isSecretOnly = (patch: object): boolean =>
  Object.keys(patch).every((key) => key === 'secret' || key === 'sharedSecret');

/** Null if a step does what can't be predicted. */
function planOf(steps: readonly PlacedStep[]): Plan | null {
  const sent: Sent[] = [];
  const outages: Outage[] = [];
  let [freeAt, endsAt] = [0, 0];
  for (const step of steps) {
    const startsAt = step.atMs ?? freeAt + step.afterMs;
    freeAt = startsAt;
    if (step.action === 'send') {
      const { count, overMs, perSecond, fixture, gaps, source } = step.input;
      const messages = count ?? (fixture === null ? 1 : null);
      if (messages === null || gaps === 'keep' || sent.length + messages > maxMessages) return null;
      const gapMs =
        overMs !== null ? overMs / messages : perSecond === null ? 0 : 1_000 / perSecond;
      for (let index = 0; index < messages; index += 1)
        sent.push({ at: startsAt + Math.round(index * gapMs), source });
      freeAt = sent.at(-1)?.at ?? startsAt;
    } else if (step.action === 'outage') {
      const { mock, forMs, status } = step.input;
      // Accepted, or refused and not retried.
      if (status < 500) return null;
      outages.push({ mock, from: startsAt, until: startsAt + forMs, status });
    } else if (step.action === 'wait' && step.input.kind === 'time') freeAt += step.input.forMs;
    else if (step.action === 'mock' || step.action === 'destination') {
      if (!isSecretOnly(step.input.patch)) return null;
    } else if (step.action !== 'check') return null;
    endsAt = Math.max(endsAt, freeAt, ...outages.slice(-1).map(({ until }) => until));
  }
  return sent.length === 0 ? null : { sent: sent.sort((a, b) => a.at - b.at), outages, endsAt };
}

const nameOf = (webhook: ScenarioWebhook): string =>
  'mock' in webhook
    ? `mock:${webhook.mock}`
    : 'server' in webhook
      ? `server:${webhook.server}`
      : webhook.url;

/** Whether mock endpoints respond with 200 except in outages of steps. */
const hasPlainMocks = ({ given }: Scenario): boolean =>
  given.mocks.every(
    ({ steps, rules, rateLimit, outage, responses }) =>
      rules.length === 0 &&
      rateLimit === null &&
      outage === null &&
      responses === undefined &&
      steps.every(
        ({ status, fault, delayMs }) => status === 200 && fault === 'none' && delayMs === 0,
      ),
  );

/** Whether each gets every message of its sources. */
const getEverything = ({ given }: Scenario): boolean =>
  given.destinations.every(
    ({ enabled, trackFilter }) =>
      enabled && trackFilter.mode === 'block' && trackFilter.events.length === 0,
  );

interface Destination {
  readonly sources: readonly string[];
  readonly webhooks: readonly string[];
  readonly fanOut: FanOut;
  readonly backoff: Backoff;
}

const destinationOf = (destination: ScenarioDestination): Destination => ({
  sources: destination.sources,
  webhooks: destination.webhooks.map(nameOf),
  fanOut: destination.fanOut,
  backoff: backoffOf(destination),
});

interface PredictedAttempt {
  readonly at: number;
  readonly webhook: string;
  readonly isAccepted: boolean;
}

/** What is left of `maxSteps`. */
interface Budget {
  steps: number;
}

interface PredictedDelivery {
  readonly attempts: readonly PredictedAttempt[];
  readonly gaveUp: boolean;
}

const isDown = (outages: readonly Outage[], webhook: string, at: number): boolean =>
  outages.some(({ mock, from, until }) => webhook === `mock:${mock}` && from <= at && at < until);

/** The jitter is that of the delivery with this row number in a run with this seed. Null if the budget is used up. */
function predictDelivery(
  { webhooks, fanOut, backoff }: Destination,
  acceptedAt: number,
  { deliveryId, seed }: { readonly deliveryId: number; readonly seed: number },
  outages: readonly Outage[],
  budget: Budget,
): PredictedDelivery | null {
  const attempts: PredictedAttempt[] = [];
  let open = webhooks;
  let at = acceptedAt;
  for (let round = 1; ; round += 1) {
    budget.steps -= open.length * (1 + outages.length);
    if (budget.steps < 0) return null;
    const isAccepted = (webhook: string) => !isDown(outages, webhook, at);
    const tried = open.map((webhook) => ({ at, webhook, isAccepted: isAccepted(webhook) }));
    attempts.push(...tried);
    open = tried.filter(({ isAccepted }) => !isAccepted).map(({ webhook }) => webhook);
    const isDone = fanOut === 'any' ? open.length < tried.length : open.length === 0;
    if (isDone) return { attempts, gaveUp: false };
    const delay = plannedRetryMs(backoff, deliveryId, round, { seed });
    if (delay === null || !isInWindow(backoff, at - acceptedAt, at - acceptedAt + delay))
      return { attempts, gaveUp: true };
    at += delay;
  }
}

function bucketsOf(
  deliveries: readonly PredictedDelivery[],
  webhooks: readonly string[],
  bucketMs: number,
  count: number,
): Pick<Prediction, 'lanes' | 'waiting'> {
  type Bucket = Prediction['lanes'][number]['buckets'][number];
  const lanes = new Map(webhooks.map((webhook) => [webhook, new Map<number, Bucket>()]));
  const changes: WaitingChange[] = [];
  for (const { attempts } of deliveries) {
    const [first, last] = [attempts[0], attempts.at(-1)];
    if (first !== undefined && last !== undefined && last.at > first.at)
      changes.push({ at: first.at, by: 1 }, { at: last.at, by: -1 });
    for (const { at, webhook, isAccepted } of attempts) {
      const index = Math.floor(at / bucketMs);
      const buckets = lanes.get(webhook);
      const bucket = buckets?.get(index) ?? { index, accepted: 0, failed: 0 };
      bucket[isAccepted ? 'accepted' : 'failed'] += 1;
      buckets?.set(index, bucket);
    }
  }
  return {
    waiting: mostWaiting(changes, bucketMs, count),
    lanes: [...lanes].map(([webhook, buckets]) => ({
      webhook,
      buckets: [...buckets.values()].sort((a, b) => a.index - b.index),
    })),
  };
}

/** Null if the scenario does more than send messages during outages, or too much. */
export function predict(scenario: Scenario): Prediction | null {
  const isPlain = hasPlainMocks(scenario) && getEverything(scenario);
  const plan = isPlain ? planOf(scenario.when) : null;
  const destinations = scenario.given.destinations.map(destinationOf);
  if (plan === null || destinations.every(({ webhooks }) => webhooks.length === 0)) return null;
  const { sent, outages } = plan;
  const bySource = new Map(
    [...new Set(sent.map(({ source }) => source))].map((source) => [
      source,
      destinations.filter((one) => one.sources.includes(source) && one.webhooks.length > 0),
    ]),
  );
  const deliveries: PredictedDelivery[] = [];
  const budget: Budget = { steps: maxSteps };
  for (const { at, source } of sent)
    for (const destination of bySource.get(source) ?? []) {
      const one = { deliveryId: deliveries.length + 1, seed: scenario.seed };
      const delivery = predictDelivery(destination, at, one, outages, budget);
      if (delivery === null) return null;
      deliveries.push(delivery);
    }
  const virtualMs = deliveries.reduce(
    (latest, { attempts }) => Math.max(latest, attempts.at(-1)?.at ?? 0),
    plan.endsAt,
  );
  const bucketMs = Math.ceil((virtualMs + 1) / maxBuckets);
  const count = Math.floor(virtualMs / bucketMs) + 1;
  const webhooks = [...new Set(destinations.flatMap((destination) => destination.webhooks))];
  return {
    ...{ virtualMs, bucketMs, outages: [...outages], messages: sent.length },
    ...bucketsOf(deliveries, webhooks, bucketMs, count),
    held: deliveries.filter(({ attempts }) => (attempts.at(-1)?.at ?? 0) > (attempts[0]?.at ?? 0))
      .length,
    gaveUp: deliveries.filter(({ gaveUp }) => gaveUp).length,
  };
}
