/**
 * Files beside a scenario: messages and events as JSON, JSON lines, or an export of deliveries or of a mock
 * endpoint's log, and recorded responses.
 */
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { ExactBytes } from '#shared/deliveries/exported-delivery.ts';
import { HeaderLines, sdkMessageTypes } from '#shared/ingestion/message.ts';
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';
import {
  RecordedMessage,
  RecordedPayload,
  type RecordedResponse,
  RecordedResponses,
} from '#shared/scenarios/schema/from-deliveries.ts';
import { bodyDigest } from './from-deliveries/recorded-responses.ts';
import { Inconclusive } from './inconclusive.ts';

export type Message = Readonly<Record<string, unknown>>;

export interface FixtureMessage {
  readonly message: Message;
  /** When a recorded message was received, which is sent unchanged; null for others. */
  readonly receivedAt: number | null;
}

export interface FixturePayload {
  readonly text: string;
  readonly event: string;
  readonly receivedAt: number;
}

/** A webhook body of an export. */
interface Exported {
  /** Null if it was not recorded. */
  readonly body: ExactBytes | null;
  readonly headers: HeaderLines;
  readonly time: string;
  /** The same for retries and copies; null if it is unknown. */
  readonly delivery: number | null;
}

const DeliveryLine = z
  .object({
    kind: z.literal('hookwright.delivery'),
    id: z.int(),
    createdAt: z.string(),
    body: ExactBytes.nullable(),
  })
  .transform(
    ({ id, createdAt, body }): Exported => ({ body, headers: [], time: createdAt, delivery: id }),
  );

const RequestLine = z
  .object({
    kind: z.literal('hookwright.request'),
    deliveryId: z.int().nullable(),
    receivedAt: z.string(),
    headers: HeaderLines,
    body: ExactBytes,
    truncated: z.boolean(),
  })
  .transform(
    ({ deliveryId: delivery, receivedAt: time, headers, body, truncated }): Exported => ({
      ...{ headers, time, delivery },
      body: truncated ? null : body,
    }),
  );

const Named = z.object({ name: z.string(), value: z.string() });

const HarEntry = z
  .object({
    startedDateTime: z.string(),
    request: z.object({
      headers: z.array(Named).prefault([]),
      postData: z.object({ text: z.string(), _encoding: z.literal('base64').optional() }).nullish(),
    }),
    _delivery: z.object({ id: z.int() }).optional(),
    _mock: z.object({ delivery: z.int().nullable() }).optional(),
  })
  .transform(({ startedDateTime: time, request, _delivery, _mock }): Exported => {
    const { headers, postData } = request;
    return {
      body: postData ? { encoding: postData._encoding ?? 'utf8', data: postData.text } : null,
      headers: headers.map(({ name, value }) => [name, value]),
      time,
      delivery: _delivery?.id ?? _mock?.delivery ?? null,
    };
  });

const Har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

/** Like mock endpoints, which keep no longer bodies. */
const maxBodyBytes = 4 * 1_048_576;

function unzipped(bytes: Buffer, place: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBodyBytes });
  } catch {
    throw new Inconclusive('fixture_invalid', `${place} is not valid gzip, or larger than 4 MB.`);
  }
}

function bodyText({ encoding, data }: ExactBytes, headers: HeaderLines, place: string): string {
  const bytes = Buffer.from(data, encoding);
  const isGzip = headers.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'gzip',
  );
  return (isGzip && encoding === 'base64' ? unzipped(bytes, place) : bytes).toString('utf8');
}

/** The message that a webhook body was made of (D13 to D17, D55); null for anything else. */
function messageIn(body: unknown): Message | null {
  if (!isJsonObject(body)) return null;
  const fields = body.version === undefined && isJsonObject(body.data) ? body.data : body;
  const { 'Previous ID': previousId, 'User ID': newId, ...rest } = fields;
  if (!sdkMessageTypes.some((type) => type === rest.type)) return null;
  // The other times were added on the way through the service.
  const { version: _v, sentAt: _s, receivedAt: _r, originalTimestamp: _o, ...message } = rest;
  return message.type === 'alias' ? { previousId, userId: newId, ...message } : message;
}

/** An entry of a fixture, with its place for errors. */
interface Entry {
  readonly place: string;
  readonly value: unknown;
}

function parsed(text: string, place: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new Inconclusive('fixture_invalid', `${place} is not valid JSON. Fix or remove it.`);
  }
}

/** Whether the first two lines that are not empty hold an object each. */
function isJsonLines(text: string): boolean {
  const start = text.trimStart();
  const end = start.indexOf('\n');
  if (end === -1) return false;
  const first = start.slice(0, end).trimEnd();
  const isObject = first.startsWith('{') && first.endsWith('}');
  return isObject && start.slice(end).trimStart().startsWith('{');
}

/** Values of JSON lines, a list or a HAR file. */
function entriesIn(text: string, name: string): readonly Entry[] {
  if (isJsonLines(text))
    return text.split('\n').flatMap((line, index) => {
      const place = `${name}, line ${index + 1}`;
      return line.trim() === '' ? [] : [{ place, value: parsed(line, place) }];
    });
  const whole = parsed(text, name);
  const har = Har.safeParse(whole);
  const list = har.success ? har.data.log.entries : [whole].flat();
  return list.map((value, index) => ({ place: `${name}, entry ${index + 1}`, value }));
}

/** A message itself, or the one that an entry of an export was made of. */
function readEntry({ place, value }: Entry) {
  const recorded = RecordedMessage.safeParse(value).data;
  if (recorded !== undefined) {
    const receivedAt = Date.parse(recorded.receivedAt);
    return { message: recorded.message, receivedAt, time: '', delivery: null };
  }
  const exported = z.union([DeliveryLine, RequestLine, HarEntry]).safeParse(value).data;
  const fail = (problem: string) => new Inconclusive('fixture_invalid', `${place} ${problem}.`);
  if (exported === undefined) {
    if (isJsonObject(value) && value.kind === undefined)
      return { message: value, receivedAt: null, time: '', delivery: null };
    throw fail(isJsonObject(value) ? 'is an invalid line of an export' : 'is not a message');
  }
  const { body, headers, time, delivery } = exported;
  if (body === null) throw fail('has no recorded body. Leave it out of the export');
  const bodyPlace = `The body of ${place}`;
  const message = messageIn(parsed(bodyText(body, headers, bodyPlace), bodyPlace));
  if (message === null) throw fail('is not an SDK message. Leave it out of the export');
  return { message, receivedAt: null, time, delivery };
}

/** In the order in which they were sent: exports have the newest first. Each delivery occurs once. */
export function messagesIn(text: string, name: string): readonly FixtureMessage[] {
  const seen = new Set<number>();
  const read = entriesIn(text, name).map(readEntry);
  const isExport = read.some(({ time }) => time !== '');
  const oldestFirst = (isExport ? read.toReversed() : read).toSorted((a, b) =>
    a.time < b.time ? -1 : Number(a.time > b.time),
  );
  const entries = oldestFirst.filter(
    ({ delivery }) => delivery === null || (!seen.has(delivery) && seen.add(delivery)),
  );
  if (entries.length === 0) throw new Inconclusive('fixture_invalid', `${name} has no messages.`);
  return entries.map(({ message, receivedAt }) => ({ message, receivedAt }));
}

/** In the order in which they were received. */
export function payloadsIn(text: string, name: string): readonly FixturePayload[] {
  const payloads = entriesIn(text, name).map(({ place, value }) => {
    const payload = RecordedPayload.safeParse(value).data;
    if (payload === undefined)
      throw new Inconclusive('fixture_invalid', `${place} is not an event of a provider.`);
    const { body, event, receivedAt } = payload;
    return { text: body, event, receivedAt: Date.parse(receivedAt) };
  });
  if (payloads.length === 0) throw new Inconclusive('fixture_invalid', `${name} has no events.`);
  return payloads.toSorted((a, b) => a.receivedAt - b.receivedAt);
}

/** The next response to a request with this body; null if none was recorded. */
export type NextResponse = (body: Uint8Array) => RecordedResponse | null;

export function responsesIn(text: string, name: string): NextResponse {
  const byBody = new Map<string, RecordedResponse[]>();
  for (const { place, value } of entriesIn(text, name)) {
    const { data, error } = RecordedResponses.safeParse(value);
    if (data === undefined) {
      const problem = error.issues[0]?.message ?? 'It is not a line of responses.';
      throw new Inconclusive('fixture_invalid', `${place} has no valid responses. ${problem}`);
    }
    byBody.set(data.body, [...data.responses]);
  }
  return (body) => {
    const open = byBody.get(bodyDigest(body));
    const [next] = open ?? [];
    if (open === undefined || next === undefined) return null;
    if (next.times > 1) open[0] = { ...next, times: next.times - 1 };
    else if (open.length > 1) open.shift();
    return next;
  };
}
