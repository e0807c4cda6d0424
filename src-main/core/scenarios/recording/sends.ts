/** Turns messages into `send` steps: runs of similar messages as one step, others as fixtures. */
import { isTokenLike } from '#shared/lib/redacted.ts';
import { slug } from './configuration.ts';
import { isJsonObject, type JsonObject, type SessionMessage } from './session.ts';

export interface Send {
  readonly id: string;
  readonly source: string;
  readonly at: number;
  readonly endsAt: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly fixture: { readonly name: string; readonly text: string } | null;
  /** In order. */
  readonly messages: readonly SessionMessage[];
}

type Leaves = ReadonlyMap<string, unknown>;

/** A longer message is put in a fixture. */
const maxInlineLength = 600;
/** Fewer messages of a kind are put in a fixture with their neighbors. */
const minRunLength = 3;
/** A timestamp this close to the time of sending is left out. */
const nearMs = 60_000;
const minGapMs = 10_000;

/** Set by ingestion or the SDK for each message. */
const generatedKeys = new Set([
  'messageId',
  'sentAt',
  'receivedAt',
  'originalTimestamp',
  'writeKey',
]);

function asSent({ body, type, at }: SessionMessage): JsonObject {
  const time = Date.parse(String(body.timestamp));
  const sentAt = Date.parse(String(body.sentAt));
  const isNow = Math.abs(time - (Number.isNaN(sentAt) ? at : sentAt)) <= nearMs;
  const kept = Object.entries(body).filter(
    ([key]) => !generatedKeys.has(key) && !(key === 'timestamp' && isNow),
  );
  return { type, ...Object.fromEntries(kept) };
}

/** Values by path. */
function leavesOf(value: unknown, path = '', leaves = new Map<string, unknown>()): Leaves {
  const inside = Array.isArray(value) || isJsonObject(value);
  const isLeaf = !inside || Object.keys(value).length === 0;
  if (isLeaf) leaves.set(path, value);
  else
    for (const [key, member] of Object.entries(value)) leavesOf(member, `${path}/${key}`, leaves);
  return leaves;
}

const kindOf = (message: JsonObject, leaves: Leaves): string =>
  JSON.stringify([message.type, message.event, message.name, [...leaves.keys()]]);

/** `user_{n}` if the values count from 1. */
function indexed(values: readonly string[]): string | null {
  const [first = ''] = values;
  for (const match of first.matchAll(/(?<!\d)1(?!\d)/g)) {
    const [before, after] = [first.slice(0, match.index), first.slice(match.index + 1)];
    if (values.every((value, index) => value === `${before}${index + 1}${after}`))
      return `${before}{n}${after}`;
  }
  return null;
}

const isGenerated = (value: string): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) || isTokenLike(value);

/** A pattern or value that gives all of the values; undefined if there is none. */
function patternOf(values: readonly unknown[], key: string, id: string): unknown {
  const [first] = values;
  if (values.every((value) => JSON.stringify(value) === JSON.stringify(first))) return first;
  if (!values.every((value) => typeof value === 'string')) return undefined;
  const pattern = indexed(values);
  if (pattern !== null) return pattern;
  const isDistinct = new Set(values).size === values.length;
  return isDistinct && values.every(isGenerated) ? `${key}-${id}-{n}` : undefined;
}

/** A template of all messages; null if they differ in more than an index and generated IDs. */
function templateOf(messages: readonly JsonObject[], id: string): JsonObject | null {
  const [first = {}] = messages;
  const all = messages.map((message) => leavesOf(message));
  const patterns = new Map<string, unknown>();
  for (const path of all[0]?.keys() ?? []) {
    const values = all.map((leaves) => leaves.get(path));
    const pattern = patternOf(values, path.slice(path.lastIndexOf('/') + 1), id);
    if (pattern === undefined) return null;
    patterns.set(path, pattern);
  }
  const replaced = (value: unknown, path: string): unknown => {
    if (patterns.has(path)) return patterns.get(path);
    if (Array.isArray(value)) return value.map((item, index) => replaced(item, `${path}/${index}`));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, replaced(member, `${path}/${key}`)]),
    );
  };
  return replaced(first, '') as JsonObject;
}

interface Run {
  readonly kind: string;
  readonly messages: readonly SessionMessage[];
  readonly bodies: readonly JsonObject[];
}

/** Whether a message continues a run in time: not after a much longer gap than before. */
function isNext({ messages }: Run, at: number): boolean {
  const last = messages.at(-1)?.at ?? at;
  const average = (last - (messages[0]?.at ?? at)) / Math.max(1, messages.length - 1);
  return at - last <= Math.max(minGapMs, 2 * average);
}

const joined = (a: Run, b: Run): Run => ({
  kind: a.kind === b.kind ? a.kind : 'mixed',
  messages: [...a.messages, ...b.messages],
  bodies: [...a.bodies, ...b.bodies],
});

function runsOf(messages: readonly SessionMessage[]): readonly Run[] {
  const singles = messages.map((message): Run => {
    const body = asSent(message);
    return { kind: kindOf(body, leavesOf(body)), messages: [message], bodies: [body] };
  });
  const similar: Run[] = [];
  for (const single of singles) {
    const last = similar.at(-1);
    if (last && last.kind === single.kind && isNext(last, single.messages[0]?.at ?? 0))
      similar[similar.length - 1] = joined(last, single);
    else similar.push(single);
  }
  const mixed: Run[] = [];
  for (const run of similar) {
    const last = mixed.at(-1);
    const isShort = ({ messages, kind }: Run): boolean =>
      messages.length < minRunLength || kind === 'mixed';
    if (last && isShort(last) && isShort(run) && isNext(last, run.messages[0]?.at ?? 0))
      mixed[mixed.length - 1] = joined(last, run);
    else mixed.push(run);
  }
  return mixed;
}

interface SendNames {
  /** Returns an unused id. */
  readonly idFor: (title: string) => string;
  readonly sourceName: (id: string) => string;
  /** Of a fixture for a step. */
  readonly fixtureName: (id: string) => string;
}

const isInline = (message: JsonObject): boolean => {
  const text = JSON.stringify(message);
  // Variables are inserted into texts of a scenario, but not of a fixture.
  return text.length <= maxInlineLength && !text.includes('${');
};

function sendOf({ kind, messages, bodies }: Run, names: SendNames): Send {
  const [first] = messages;
  const [body = {}] = bodies;
  const label = kind === 'mixed' ? 'messages' : String(body.event ?? body.name ?? body.type);
  const id = names.idFor(slug(label));
  const at = first?.at ?? 0;
  const endsAt = messages.at(-1)?.at ?? at;
  const count = messages.length;
  const template = kind === 'mixed' ? null : templateOf(bodies, id);
  const source = names.sourceName(first?.sourceId ?? '');
  const over = count > 1 && endsAt > at ? Math.round(((endsAt - at) * count) / (count - 1)) : null;
  const timing = over === null ? {} : { overMs: over };
  if (template !== null && isInline(template))
    return {
      ...{ id, source, at, endsAt, messages, fixture: null },
      input: { source, ...(count > 1 && { count }), ...timing, message: template },
    };
  const name = names.fixtureName(id);
  const text = bodies.map((message) => `${JSON.stringify(message)}\n`).join('');
  return {
    ...{ id, source, at, endsAt, messages, fixture: { name, text } },
    input: { source, fixture: name, ...timing },
  };
}

/** Steps that send the messages again, in the order of their start. */
export function sendsOf(messages: readonly SessionMessage[], names: SendNames): readonly Send[] {
  const bySource = Map.groupBy(messages, ({ sourceId }) => sourceId);
  return [...bySource.values()]
    .flatMap((ofSource) => runsOf(ofSource).map((run) => sendOf(run, names)))
    .toSorted((a, b) => a.at - b.at);
}
