/** `send` and `payload`: through the real ingestion endpoint, or to one destination, at their moments of virtual time. */
import { isJsonObject } from '#shared/lib/exact-json.ts';
import { seededFraction } from '#shared/lib/seeded-fraction.ts';
import type { StepOf } from '#shared/schemas/scenario/step.ts';
import type { Run } from '../context.ts';
import { type Message, messagesIn } from '../fixture.ts';
import { Inconclusive } from '../inconclusive.ts';
import type { StepRun } from '../processes.ts';

/** Replaces `{n}` in every text. */
function numbered(value: unknown, n: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{n}', String(n));
  if (Array.isArray(value)) return value.map((item) => numbered(item, n));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbered(item, n)]));
}

async function templatesOf(run: Run, input: StepOf<'send'>['input']): Promise<readonly Message[]> {
  if (input.message !== null) return [input.message];
  if (input.fixture !== null) {
    const bytes = await run.ports.readFile(input.fixture);
    return messagesIn(Buffer.from(bytes).toString('utf8'), input.fixture);
  }
  const samples = await run.underTest.up().client.samples.list();
  return samples
    .flatMap((sample) =>
      sample.kind === 'message' && sample.type === input.sample ? [sample.message] : [],
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

const timestampOf = ({ timestamp }: Message): number => Date.parse(String(timestamp));

/** Milliseconds after the start of the step. */
function offsetsOf(
  { overMs, perSecond, gaps }: StepOf<'send'>['input'],
  messages: readonly Message[],
): readonly number[] {
  if (gaps === 'keep') {
    const times = messages.map(timestampOf);
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
  const messages = order.map((place) => templates[place % templates.length] ?? {});
  const offsets = offsetsOf(input, messages);
  const startedAt = run.underTest.now();
  for (const [index, place] of order.entries()) {
    const dueAt = startedAt + (offsets[index] ?? 0);
    if (dueAt > run.underTest.now()) yield { at: dueAt };
    while (!run.underTest.isUp()) yield { when: run.underTest.isUp };
    const message = numbered(messages[index], place + 1) as Message;
    const messageId = (input.messageId ?? `${id}-{n}`).replaceAll('{n}', String(place + 1));
    await run.ingest(input.source, { ...message, messageId }, messageId, id);
  }
}

/** The body before `{n}` is replaced, and the event's name. */
async function payloadOf(
  run: Run,
  { sample, body, event }: StepOf<'payload'>['input'],
): Promise<{ readonly text: string; readonly event: string | null }> {
  if (body !== null) return { text: body, event };
  const samples = await run.underTest.up().client.samples.list();
  const found = samples.find(({ name }) => name === sample);
  if (found?.kind !== 'payload')
    throw new Inconclusive('step_failed', `There is no sample event "${sample}".`);
  return { text: found.payload, event: event ?? found.event };
}

export async function* payload(run: Run, { id, input }: StepOf<'payload'>): StepRun {
  const { text, event } = await payloadOf(run, input);
  const destinationId = run.names.destinations.get(input.destination) ?? input.destination;
  const startedAt = run.underTest.now();
  for (let n = 1; n <= input.count; n += 1) {
    const dueAt = startedAt + Math.round(((n - 1) * (input.overMs ?? 0)) / input.count);
    if (dueAt > run.underTest.now()) yield { at: dueAt };
    while (!run.underTest.isUp()) yield { when: run.underTest.isUp };
    await run.sendPayload(
      {
        destinationId,
        payload: text.replaceAll('{n}', String(n)),
        ...(event !== null && { event }),
      },
      `${id}-${n}`,
      id,
    );
  }
}
