/** The state of the user's servers: what they did with the messages that they got. */
import { inParallel } from '#main/kit/parallel.ts';
import { createSideEffects } from '#main/kit/side-effects.ts';
import { filterOf } from '#main/scenarios/expect/plan.ts';
import { is2xx } from '#main/scenarios/expect/predicates/duration.ts';
import { maxReadings, type StateReader } from '#main/scenarios/expect/probe.ts';
import { type Reading, valueIn } from '#main/scenarios/expect/reading.ts';
import type { AttemptRecord, MessageRecord } from '#main/scenarios/history/history-index.ts';
import { subjectReaders } from '#main/scenarios/history/readers.ts';
import { Inconclusive, ifDecided } from '#main/scenarios/inconclusive.ts';
import {
  hasPlaceholders,
  messageUrl,
  type SentMessage,
} from '#shared/certification/message-url.ts';
import { isBusy } from '#shared/certification/receiver.ts';
import { createMatcher } from '#shared/filter/match.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Probe } from '#shared/scenarios/schema/expectation.ts';
import { defaultProcessingMs } from '#shared/scenarios/schema/given.ts';
import type { InconclusiveReason } from '#shared/scenarios/schema/report.ts';
import type { OutgoingRequests } from './outgoing-requests.ts';
import type { Recorder } from './recorder.ts';
import type { RunSettings } from './run-settings.ts';

/** Names of webhooks that lead to a server, as in attempts: its own, and mock endpoints that forward to it. */
export function webhooksTo(
  { given, when }: Pick<Scenario, 'given' | 'when'>,
  server: string,
): readonly string[] {
  const url = given.servers.find(({ name }) => name === server)?.url;
  const changed = when.flatMap((step) =>
    step.action === 'mock' ? [{ ...step.input.patch, name: step.input.mock }] : [],
  );
  return [
    ...given.servers.filter((other) => other.url === url).map(({ name }) => `server:${name}`),
    ...[...given.mocks, ...changed]
      .filter(({ forward }) => forward?.url === url)
      .map(({ name }) => `mock:${name}`),
  ];
}

/** As a webhook got it first. */
function sentTo(webhooks: readonly string[], { event, attempts }: MessageRecord): SentMessage {
  const first = attempts.find((attempt) => webhooks.includes(attempt.event.webhook));
  return { messageId: event.messageId, body: event.body, headers: first?.event.headers ?? [] };
}

/** The URL for a message. Throws if the message lacks what a placeholder stands for. */
export function urlFor(
  scenario: Pick<Scenario, 'given' | 'when'>,
  server: string,
  message: MessageRecord,
  template: string,
  code: InconclusiveReason['code'],
): string {
  const asked = messageUrl(template, sentTo(webhooksTo(scenario, server), message));
  if ('url' in asked) return asked.url;
  throw new Inconclusive(
    code,
    `${message.event.messageId} to ${server} has no ${asked.missing} that can be part of a URL. Exclude it with messages, or use another placeholder.`,
  );
}

/** Of a request at this virtual time, as webhook requests have it. */
export const timeHeaderOf = (
  { clock: { header } }: Scenario,
  now: number,
): Readonly<Record<string, string>> =>
  header === null ? {} : { [header]: new Date(now).toISOString() };

/** Of a run, so that a server that is busy, or slow, doesn't make it much longer. */
const maxPauses = 15;
const maxObservations = 50;

const maxBytes = 65_536;
const timeoutMs = 5_000;

interface Sampled {
  readonly probe: Probe;
  /** Names of webhooks. */
  readonly webhooks: readonly string[];
  readonly readings: Reading[];
  /** How often the state was read right after attempts. */
  asked: number;
  isLimited: boolean;
}

interface Asked {
  readonly one: Sampled;
  readonly url: string;
  /** That it is about, or that was sent before. */
  readonly message: MessageRecord | null;
}

/** Reads the state of servers after each advance in which an attempt to them ended, and whenever it is asked to. */
export function createStateReader({
  scenario,
  settings: { signal: stopped, undisturbed = null, sideEffects: known },
  startsAt,
  outgoing,
  recorder,
}: {
  readonly scenario: Scenario;
  readonly settings: Pick<RunSettings, 'signal' | 'undisturbed' | 'sideEffects'>;
  readonly startsAt: number;
  readonly outgoing: OutgoingRequests;
  readonly recorder: Recorder;
}) {
  const inSteps = scenario.when.flatMap((step) => (step.action === 'check' ? step.input : []));
  const sampled = new Map<Probe, Sampled>();
  for (const probe of [...inSteps, ...scenario.then])
    if (probe.subject === 'probe' && probe.holds !== 'at end')
      sampled.set(probe, {
        ...{ probe, readings: [], asked: 0, isLimited: false },
        webhooks: webhooksTo(scenario, probe.server),
      });
  const { servers } = scenario.given;
  const sideEffects = createSideEffects({
    ...{ leastMs: defaultProcessingMs, slowestMs: null, stopped, ...known },
    processingMs: new Map(
      servers.flatMap(({ name, processesWithin: ms }) => (ms === undefined ? [] : [[name, ms]])),
    ),
  });
  const webhooksOf = new Map(servers.map(({ name }) => [name, webhooksTo(scenario, name)]));
  let seenAttempts = 0;
  let pauses = 0;
  let observations = 0;
  let now = 0;

  async function responseOf(url: string): Promise<Reading['response']> {
    const headers = timeHeaderOf(scenario, startsAt + now);
    const request = { method: 'GET', url, headers, body: null, timeoutMs, maxBytes };
    try {
      const { status, body } = await outgoing.request(request);
      if (status >= 200 && status <= 299) return { text: body };
      return { problem: `The server responded with ${status}. Respond with 2xx.` };
    } catch (error) {
      stopped.throwIfAborted();
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  const readingOf = async (url: string, message: MessageRecord | null): Promise<Reading> => ({
    ...{ at: now, url, message },
    response: await responseOf(url),
  });

  function urlOf({ url, server }: Probe, message: MessageRecord | null): string {
    return message === null ? url : urlFor(scenario, server, message, url, 'probe_failed');
  }

  /** By URL: the messages of attempts that have just ended; the last one if the URL is for all of them. */
  function targetsOf(
    { probe, webhooks }: Sampled,
    attempts: readonly AttemptRecord[],
  ): ReadonlyMap<string, MessageRecord | null> {
    const messages = attempts
      .filter(({ event }) => webhooks.includes(event.webhook))
      .map(({ message }) => message);
    const last = messages.at(-1);
    if (last === undefined) return new Map();
    if (!hasPlaceholders(probe.url)) return new Map([[probe.url, last]]);
    const filter = filterOf(probe.filter, 'messages');
    const isSelected = createMatcher(filter, subjectReaders.messages, { startsAt });
    return new Map(
      messages
        .filter((message) => message !== null)
        .filter(isSelected)
        .flatMap((message) => {
          // The end of the run reports messages without a URL.
          const url = ifDecided(() => urlOf(probe, message), null);
          return url === null ? [] : [[url, message] as const];
        }),
    );
  }

  /** Returns whether the state has changed since the attempts before. */
  async function readOne({ one, url, message }: Asked): Promise<boolean> {
    one.isLimited ||= one.asked >= maxReadings;
    if (one.isLimited) return false;
    one.asked += 1;
    const before = one.readings.findLast((reading) => reading.url === url);
    const reading = await readingOf(url, message);
    one.readings.push(reading);
    return before !== undefined && valueIn(before, one.probe) !== valueIn(reading, one.probe);
  }

  /** Returns whether the state has changed. */
  async function readAgain({ one, url, message }: Asked): Promise<boolean> {
    const before = one.readings.findLast((reading) => reading.url === url);
    if (before === undefined) return false;
    const reading = await readingOf(url, message);
    const isSame = valueIn(before, one.probe) === valueIn(reading, one.probe);
    if (!isSame) one.readings.push(reading);
    return !isSame;
  }

  return {
    /** After an advance. Waits until its side effects would have shown. */
    async sample(time: number): Promise<void> {
      now = time - startsAt;
      const attempts = recorder.history.attempts.slice(seenAttempts);
      seenAttempts += attempts.length;
      if (attempts.length === 0) return;
      sideEffects.begin();
      // The copy of a message that is still processed: in virtual time, all retries would meet it.
      const busy = attempts.filter(({ event }) => isBusy(event.status));
      for (const [server, webhooks] of webhooksOf)
        if (pauses < maxPauses && busy.some(({ event }) => webhooks.includes(event.webhook))) {
          pauses += 1;
          await sideEffects.pause(server);
        }
      const asked = [...sampled.values()].flatMap((one) =>
        [...targetsOf(one, attempts)].map(([url, message]) => ({ one, url, message })),
      );
      const accepted = new Set(
        attempts.flatMap(({ event }) => (is2xx(event.status) ? [event.webhook] : [])),
      );
      const changed = await inParallel(asked, readOne);
      if (asked.length === 0 || observations >= maxObservations) return;
      const shown = new Set(asked.filter((_, index) => changed[index]).map(({ one }) => one));
      const byServer = [...Map.groupBy(asked, ({ one }) => one.probe.server)];
      const waited = await inParallel(byServer, ([server, ofServer]) => {
        const probes = ofServer.map(({ one }) => one);
        return sideEffects.observe(
          server,
          {
            isAccepted: probes.some(({ webhooks }) => webhooks.some((name) => accepted.has(name))),
            isShown: probes.some((one) => shown.has(one)),
          },
          async () => (await inParallel(ofServer, readAgain)).includes(true),
          AbortSignal.timeout(Math.max(...probes.map(({ probe }) => probe.timeoutMs))),
        );
      });
      if (waited.includes(true)) observations += 1;
    },
    during: (probe) => sampled.get(probe) ?? { readings: [], isLimited: false },
    urlOf,
    undisturbed,
    read: readingOf,
    readAll: sideEffects.readAll,
  } satisfies StateReader & { sample: (time: number) => Promise<void> };
}
