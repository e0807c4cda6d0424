/** Test receivers over real sockets: a correct one, and one for each known bug. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type CertificationGroup, checksOf } from '#shared/certification/receiver.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';

export const secret = 'sekrét-🔑';

export interface Received {
  readonly body: Buffer;
  /** X-Signature; null if missing. */
  readonly signature: string | null;
  readonly header: (name: string) => string | undefined;
}

/** The response status; null for no response. */
export type Behavior = (received: Received) => number | null | Promise<number>;

export const digestOf = (content: string | Buffer): string =>
  createHmac('sha1', secret).update(content).digest('hex');

export const correct: Behavior = ({ body, signature }) =>
  signature === digestOf(body) ? 200 : 401;

/** Like Go's hex.DecodeString with hmac.Equal: the case of the digits doesn't matter. */
export const decodesHex: Behavior = ({ body, signature }) =>
  Buffer.from(signature ?? '', 'hex').equals(Buffer.from(digestOf(body), 'hex')) ? 200 : 401;

export const python = (body: Buffer): string =>
  JSON.stringify(JSON.parse(body.toString()))
    .replace(/"(?:[^"\\]|\\.)*"|[:,]/g, (part) => (/^[:,]$/.test(part) ? `${part} ` : part))
    .replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

/** Each with one bug. */
export const buggy = {
  ignoresSignature: () => 200,
  ignoresMissingSignature: (received) => (received.signature === null ? 200 : correct(received)),
  hashesPythonJson: ({ body, signature }) => (signature === digestOf(python(body)) ? 200 : 401),
  hashesParsedJson: ({ body, signature }) =>
    signature === digestOf(JSON.stringify(JSON.parse(body.toString()))) ? 200 : 401,
  hashesRawOrParsedJson: ({ body, signature }) =>
    [body, JSON.stringify(JSON.parse(body.toString()))].map(digestOf).includes(signature ?? '')
      ? 200
      : 401,
  verifiesOnlyTrack: (received) =>
    JSON.parse(received.body.toString()).type === 'track' ? correct(received) : 200,
  verifiesOnlyJson: (received) =>
    received.header('content-type') === 'application/json' ? correct(received) : 200,
  acceptsEmptySecret: (received) =>
    received.signature === createHmac('sha1', '').update(received.body).digest('hex')
      ? 200
      : correct(received),
  acceptsPlainHash: (received) =>
    received.signature === createHash('sha1').update(received.body).digest('hex')
      ? 200
      : correct(received),
  comparesStart: ({ body, signature }) =>
    signature !== null && digestOf(body).startsWith(signature) ? 200 : 401,
  trims: ({ body, signature }) => (signature === digestOf(body.toString().trim()) ? 200 : 401),
  rejectsUnicode: (received) =>
    received.body.some((byte) => byte > 0x7f) ? 400 : correct(received),
  rejectsLarge: (received) => (received.body.length > 16_384 ? 413 : correct(received)),
  failsOnForged: (received) => (correct(received) === 200 ? 200 : 500),
  redirectsForged: (received) => (correct(received) === 200 ? 200 : 302),
  knowsNoDelete: (received) =>
    received.body.includes('"type":"delete"') ? 500 : correct(received),
} satisfies Readonly<Record<string, Behavior>>;

/** By the code of a check. */
export type Outcomes = Readonly<Record<string, string>>;

export const failing = (...codes: readonly string[]): Outcomes =>
  Object.fromEntries(codes.map((code) => [code, 'failed']));

const checks = checksOf(profileOf({ profile: defaultProfileId }));

/** The checks of the default profile in a group. */
export const checksIn = (wanted: CertificationGroup): readonly string[] =>
  checks.filter(({ group }) => group === wanted).map(({ code }) => code);

/** Of each, the checks that it doesn't pass. */
export const buggyOutcomes: Readonly<Record<keyof typeof buggy, Outcomes>> = {
  ignoresSignature: failing(...checksIn('rejects')),
  ignoresMissingSignature: failing('reject_unsigned'),
  hashesPythonJson: failing(
    ...['ten_at_once', 'reuse_connection', ...checksIn('accepts')],
    ...['duplicate_accepted', 'out_of_order'],
  ),
  hashesParsedJson: { accept_raw_bytes: 'warned', reject_added_white_space: 'warned' },
  hashesRawOrParsedJson: { reject_added_white_space: 'warned' },
  verifiesOnlyTrack: failing('reject_unsigned', 'reject_tampered_body'),
  verifiesOnlyJson: failing('reject_unsigned', 'reject_tampered_body'),
  acceptsEmptySecret: failing('reject_empty_secret'),
  acceptsPlainHash: failing('reject_plain_hash'),
  comparesStart: failing('reject_empty', 'reject_truncated'),
  trims: failing('reject_added_white_space'),
  rejectsUnicode: failing('accept_unicode', 'accept_key_order'),
  rejectsLarge: failing('accept_32_kb'),
  failsOnForged: failing(...checksIn('rejects')),
  redirectsForged: failing(...checksIn('rejects')),
  knowsNoDelete: failing('accept_delete'),
};

/** Returns 409 for the second message with an ID. */
export function rejectsDuplicates(): Behavior {
  const seen = new Set<string>();
  return (received) => {
    const response = correct(received);
    const { messageId } = JSON.parse(received.body.toString());
    if (response !== 200 || messageId === undefined) return response;
    if (seen.has(messageId)) return 409;
    seen.add(messageId);
    return 200;
  };
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    body: Buffer.concat(chunks),
    signature: request.headers['x-signature']?.toString() ?? null,
    header: (name) => request.headers[name]?.toString(),
  };
}

export interface OwnReceiver {
  readonly url: string;
  /** Returns how often a message was processed. */
  readonly lookupUrl: string;
  readonly requests: readonly Received[];
}

interface ReceiverOptions {
  readonly processes?: 'once' | 'every time';
  /** It responds first; each lookup processes one message after its response. */
  readonly isQueued?: boolean;
  /** A connection that is used again turns out closed, though no response said so. */
  readonly closesReused?: boolean;
  readonly responseBody?: (received: Received) => string;
}

/** Listens until it is closed. */
export async function openReceiver(
  behavior: Behavior,
  {
    processes = 'once',
    isQueued = false,
    closesReused = false,
    responseBody = () => '',
  }: ReceiverOptions = {},
): Promise<OwnReceiver & { readonly close: () => void }> {
  const requests: Received[] = [];
  const queue: string[] = [];
  const processed: string[] = [];

  function processNext(): void {
    const messageId = queue.shift();
    if (messageId === undefined) return;
    if (processes === 'every time' || !processed.includes(messageId)) processed.push(messageId);
  }

  function process({ body }: Received): void {
    const { messageId } = JSON.parse(body.toString());
    if (isQueued && messageId === undefined) return;
    queue.push(messageId);
    if (!isQueued) processNext();
  }

  const used = new Set<Socket>();
  const server = createServer(async (request, response) => {
    if (closesReused && used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    if (request.method === 'GET') {
      const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('id');
      response.end(String(processed.filter((messageId) => messageId === id).length));
      processNext();
      return;
    }
    const received = await read(request);
    requests.push(received);
    const status = await behavior(received);
    if (status === null) return;
    if (status === 200) process(received);
    response.writeHead(status).end(responseBody(received));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url: `${origin}/hook`, lookupUrl: `${origin}/processed?id={messageId}`, requests },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Listens until the end of the test. */
export async function startReceiver(
  behavior: Behavior,
  options: ReceiverOptions = {},
): Promise<OwnReceiver> {
  const receiver = await openReceiver(behavior, options);
  onTestFinished(receiver.close);
  return receiver;
}
