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
import type { StepOf } from '#shared/scenarios/schema/step.ts';
import type { Run } from '../context.ts';
import type { StepRun } from '../processes.ts';

/** Replaces `{n}` in every text. */
function numbered(value: unknown, n: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{n}', String(n));
  if (Array.isArray(value)) return value.map((item) => numbered(item, n));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbered(item, n)]));
}

const textOf = async (run: Run, fixture: string): Promise<string> =>
  Buffer.from(await run.ports.readFile(fixture)).toString('utf8');

async function templatesOf(
  run: Run,
  input: StepOf<'send'>['input'],
): Promise<readonly FixtureMessage[]> {
  if (input.message !== null) return [{ message: input.message, receivedAt: null }];
  if (input.fixture !== null) return messagesIn(await textOf(run, input.fixture), input.fixture);
  const samples = await run.underTest.up().client.samples.list();
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

export async function* send(run: Run, { id, input }: StepOf<'send'>): StepRun {
  const templates = await templatesOf(run, input);
  const count = input.count ?? templates.length;
  const order = orderOf(count, input.order, run.seed);
  const messages = order.flatMap((place) => templates[place % templates.length] ?? []);
  const offsets = offsetsOf(input, messages);
  const startedAt = run.underTest.now();
  for (const [index, { message: template, receivedAt }] of messages.entries()) {
    const place = order[index] ?? index;
    const dueAt = startedAt + (offsets[index] ?? 0);
    if (dueAt > run.underTest.now()) yield { at: dueAt };
    while (!run.underTest.isUp()) yield { when: run.underTest.isUp };
    const message = receivedAt === null ? (numbered(template, place + 1) as Message) : template;
    const messageId = (input.messageId ?? `${id}-{n}`).replaceAll('{n}', String(place + 1));
    await run.ingest(input.source, { ...message, messageId }, messageId, id);
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
  const samples = await run.underTest.up().client.samples.list();
  const found = samples.find(({ name }) => name === sample);
  if (found?.kind !== 'payload')
    throw new Inconclusive('step_failed', `There is no sample event "${sample}".`);
  return { text: found.payload, event: event ?? found.event };
}

async function eventsOf(run: Run, input: StepOf<'payload'>['input']): Promise<readonly Event[]> {
  if (input.fixture !== null) {
    const payloads = payloadsIn(await textOf(run, input.fixture), input.fixture);
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
  const startedAt = run.underTest.now();
  for (const [index, { text, event, offsetMs }] of events.entries()) {
    const dueAt = startedAt + offsetMs;
    if (dueAt > run.underTest.now()) yield { at: dueAt };
    while (!run.underTest.isUp()) yield { when: run.underTest.isUp };
    await run.sendPayload(
      { destinationId, payload: text, ...(event !== null && { event }) },
      `${id}-${index + 1}`,
      id,
    );
  }
}
