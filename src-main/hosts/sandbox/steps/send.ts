/** `send` and `payload`: through the real ingestion endpoint, or to one destination, at their moments of virtual time. */

import {
  type FixtureMessage,
  type Message,
  messagesIn,
  payloadsIn,
} from '#main/scenarios/fixture.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { isJsonObject } from '#shared/kit/exact-json.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import type { PlacedStepOf } from '#shared/scenarios/scenario.ts';
import type { StepOf } from '#shared/scenarios/schema/step.ts';
import { type Run, type StepRun, upAt } from '../context.ts';

/** Replaces `{n}` in every text. */
function numbered(value: unknown, n: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{n}', String(n));
  if (Array.isArray(value)) return value.map((item) => numbered(item, n));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbered(item, n)]));
}

async function templatesOf(
  run: Run,
  input: StepOf<'send'>['input'],
): Promise<readonly FixtureMessage[]> {
  if (input.message !== null) return [{ message: input.message, receivedAt: null }];
  if (input.fixture !== null)
    return messagesIn(await run.files.readText(input.fixture), input.fixture);
  const samples = await run.product.client.samples.list();
  return samples
    .flatMap((sample) =>
      sample.kind === 'message' && sample.type === input.sample
        ? [{ message: sample.message, receivedAt: null }]
        : [],
    )
    .slice(0, 1);
}

/** The place of each message in the order in which they are sent. */
function orderOf(count: number, order: StepOf<'send'>['input']['order'], seed: number) {
  const places = Array.from({ length: count }, (_, index) => index);
  if (order === 'reversed') return places.reverse();
  if (order === 'given') return places;
  const keys = places.map((index) => seededFraction(seed, index));
  return places.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
}

const timeOf = ({ message, receivedAt }: FixtureMessage): number =>
  receivedAt ?? Date.parse(String(message.timestamp));

/** Milliseconds after the start of the step. */
function offsetsOf(
  { overMs, perSecond, gaps }: StepOf<'send'>['input'],
  messages: readonly FixtureMessage[],
): readonly number[] {
  if (gaps === 'keep') {
    const times = messages.map(timeOf);
    const first = Math.min(...times.filter((time) => !Number.isNaN(time)));
    return times.map((time) => (Number.isNaN(time) ? 0 : time - first));
  }
  const gapMs =
    overMs !== null ? overMs / messages.length : perSecond !== null ? 1_000 / perSecond : 0;
  return messages.map((_, index) => Math.round(index * gapMs));
}

/** Sends a message to ingestion. */
async function ingest(
  run: Run,
  { id, place, input }: PlacedStepOf<'send'>,
  message: Message,
  messageId: string,
): Promise<void> {
  const { writeKey = '' } = run.names.sources.get(input.source) ?? {};
  run.recorder.sendsMessage(messageId, id);
  const response = await run.outgoing.request({
    method: 'POST',
    url: `${run.product.ingestUrl}/v1/batch`,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
    },
    body: JSON.stringify({ batch: [message] }),
    timeoutMs: run.settings.stallMs,
  });
  if (response.status === 200) return run.product.accepted(messageId);
  // A step may disable a source on purpose.
  const isDisabled =
    response.status === 403 &&
    run.scenario.when.some(
      ({ action, input: change }) =>
        action === 'source' && change.source === input.source && change.patch.enabled === false,
    );
  if (isDisabled) return;
  throw new Inconclusive(
    'message_rejected',
    `${messageId} was rejected with ${response.status}: ${run.redact(response.body).slice(0, 200)}`,
    place,
  );
}

export async function* send(run: Run, step: PlacedStepOf<'send'>): StepRun {
  const { id, input } = step;
  const templates = await templatesOf(run, input);
  const count = input.count ?? templates.length;
  const order = orderOf(count, input.order, run.settings.seed);
  const messages = order.flatMap((place) => templates[place % templates.length] ?? []);
  const offsets = offsetsOf(input, messages);
  const startedAt = run.product.now();
  for (const [index, { message: template, receivedAt }] of messages.entries()) {
    const place = order[index] ?? index;
    yield* upAt(run, startedAt + (offsets[index] ?? 0));
    const message = receivedAt === null ? (numbered(template, place + 1) as Message) : template;
    const messageId = (input.messageId ?? `${id}-{n}`).replaceAll('{n}', String(place + 1));
    await ingest(run, step, { ...message, messageId }, messageId);
  }
}

interface Event {
  readonly text: string;
  readonly event: string | null;
  /** Milliseconds after the start of the step. */
  readonly offsetMs: number;
}

/** A body in which `{n}` is to be replaced, and the event's name. */
async function templateOf(
  run: Run,
  { sample, body, event }: StepOf<'payload'>['input'],
): Promise<Pick<Event, 'text' | 'event'>> {
  if (body !== null) return { text: body, event };
  const samples = await run.product.client.samples.list();
  const found = samples.find(({ name }) => name === sample);
  if (found?.kind !== 'payload')
    throw new Inconclusive('step_failed', `There is no sample event "${sample}".`);
  return { text: found.payload, event: event ?? found.event };
}

async function eventsOf(run: Run, input: StepOf<'payload'>['input']): Promise<readonly Event[]> {
  if (input.fixture !== null) {
    const payloads = payloadsIn(await run.files.readText(input.fixture), input.fixture);
    const first = payloads[0]?.receivedAt ?? 0;
    return payloads.map(({ text, event, receivedAt }) => ({
      ...{ text, event },
      offsetMs: receivedAt - first,
    }));
  }
  const { text, event } = await templateOf(run, input);
  const { count, overMs } = input;
  return Array.from({ length: count }, (_, index) => ({
    ...{ text: text.replaceAll('{n}', String(index + 1)), event },
    offsetMs: Math.round((index * (overMs ?? 0)) / count),
  }));
}

export async function* payload(run: Run, { id, input }: StepOf<'payload'>): StepRun {
  const events = await eventsOf(run, input);
  const destinationId = run.names.destinations.get(input.destination) ?? input.destination;
  const startedAt = run.product.now();
  for (const [index, { text, event, offsetMs }] of events.entries()) {
    yield* upAt(run, startedAt + offsetMs);
    const messageId = `${id}-${index + 1}`;
    run.recorder.sendsMessage(messageId, id);
    await run.product.client.send.now({
      ...{ destinationId, payload: text, messageId, placeholders: input.fixture === null },
      ...(event !== null && { event }),
    });
    await run.product.accepted(messageId);
  }
}
