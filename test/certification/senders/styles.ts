/** Correct senders, and the profiles that describe them. */
import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import type { Attempt, Result, SenderRules } from './sender.ts';

export interface Style {
  readonly name: string;
  readonly profile: ProviderProfile;
  readonly secret: string;
  readonly previousSecret: string;
  readonly rules: SenderRules;
  /** The value of the signature's header. */
  readonly signature: (secrets: readonly string[], attempt: Attempt, body: string) => string;
  readonly signatureHeader: string;
}

const seconds = (at: number): string => String(Math.floor(at / 1_000));

const shared = {
  method: 'POST',
  eventId: (index: number) => `evt_${index}`,
  body: ({ event }: Attempt) =>
    JSON.stringify({ type: 'order.paid', data: { marker: event.marker, amount: 39.95 } }),
  timeoutMs: 1_000,
  followedRedirects: [],
  maxRedirects: 1,
  isDisabling: () => false,
  readsRetryAfterSeconds: true,
  readsRetryAfterDate: true,
  hasKeepAlive: false,
  isChunked: false,
  breaksOff: () => false,
  target: (url: string) => url,
  waitsForRetries: false,
  rejectsCertificate: () => true,
  reversed: 1,
  keepsRetries: true,
  recoveries: 1,
  sendsDeliveredAgain: false,
};

const isFailure = ({ status }: Result): boolean => status === null || status < 200 || status > 299;

// A job queue: exponential backoff, a number of attempts, no Retry-After.

const queueSecrets = { secret: 'queue-secret-1', previousSecret: 'queue-secret-0' };

const queueSignature: Style['signature'] = (secrets, { at }, body) => {
  const digests = secrets.map((secret) =>
    createHmac('sha256', secret)
      .update(`${seconds(at)}.${body}`)
      .digest('hex'),
  );
  return `t=${seconds(at)},${digests.map((digest) => `v1=${digest}`).join(',')}`;
};

const maxJobAttempts = 3;

export const bullMqStyle: Style = {
  name: 'BullMQ style',
  ...queueSecrets,
  signatureHeader: 'X-Queue-Signature',
  signature: queueSignature,
  profile: ProviderProfile.parse({
    id: 'queue',
    name: 'Job queue',
    signature: {
      kind: 'hmac',
      hash: 'sha256',
      header: 'X-Queue-Signature',
      content: '{timestamp}.{body}',
      value: 't={timestamp},{signatures}',
      entry: 'v1={signature}',
      separator: ',',
      encoding: 'hex',
    },
    tolerance: { pastMs: 300_000, futureMs: 300_000 },
    headers: [
      ['User-Agent', 'queue/1.0'],
      ['Content-Type', 'application/json'],
      ['X-Queue-Id', '{id}'],
      ['X-Queue-Retry', '{retry}'],
    ],
    timeLimitMs: 1_000,
    success: { accepted: ['2xx'], notRetried: ['4xx'], retried: ['429'] },
    ordered: true,
    retries: {
      kind: 'exponential',
      baseMs: 300,
      factor: 2,
      capMs: 10_000,
      maxAttempts: maxJobAttempts,
      windowMs: null,
    },
    retryAfter: 'honored',
    body: 'payload',
  }),
  rules: {
    ...shared,
    headers: (attempt, body) => [
      ...['User-Agent', 'queue/1.0', 'Content-Type', 'application/json'],
      ...['X-Queue-Id', attempt.event.id],
      ...(attempt.number === 1 ? [] : ['X-Queue-Retry', String(attempt.number - 1)]),
      ...[
        'X-Queue-Signature',
        queueSignature([queueSecrets.secret, queueSecrets.previousSecret], attempt, body),
      ],
    ],
    isRetried: (result) =>
      isFailure(result) &&
      !(
        result.status !== null &&
        result.status >= 400 &&
        result.status < 500 &&
        result.status !== 429
      ),
    delayMs: (number, { retryAfterMs }) =>
      number >= maxJobAttempts ? null : Math.max(300 * 2 ** (number - 1), retryAfterMs ?? 0),
  },
};

const withoutId = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((text, index) =>
    text === 'X-Queue-Id' || lines[index - 1] === 'X-Queue-Id' ? [] : [text],
  );

/** A job queue whose only identity of an event is in its body. */
export const anonymousStyle: Style = {
  ...bullMqStyle,
  name: 'BullMQ style without IDs',
  profile: {
    ...bullMqStyle.profile,
    headers: bullMqStyle.profile.headers.filter(([name]) => name !== 'X-Queue-Id'),
  },
  rules: {
    ...bullMqStyle.rules,
    headers: (attempt, body) => withoutId(bullMqStyle.rules.headers(attempt, body)),
  },
};

// A webhook service: a list of delays, every failure is retried, a 410 disables the endpoint.

const serviceSecrets = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  previousSecret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
};

const serviceSignature: Style['signature'] = (secrets, { at, event }, body) =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const hmac = createHmac('sha256', key).update(`${event.id}.${seconds(at)}.${body}`);
      return `v1,${hmac.digest('base64')}`;
    })
    .join(' ');

const serviceDelaysMs = [250, 500, 2_000];
const serviceJitter = 0.2;

export const svixStyle: Style = {
  name: 'Svix style',
  ...serviceSecrets,
  signatureHeader: 'webhook-signature',
  signature: serviceSignature,
  profile: ProviderProfile.parse({
    id: 'service',
    name: 'Webhook service',
    signature: {
      kind: 'hmac',
      hash: 'sha256',
      header: 'webhook-signature',
      content: '{id}.{timestamp}.{body}',
      entry: 'v1,{signature}',
      separator: ' ',
      encoding: 'base64',
      keyForm: 'base64',
      keyPrefix: 'whsec_',
    },
    tolerance: { pastMs: 300_000, futureMs: 300_000 },
    headers: [
      ['User-Agent', 'service/1.0'],
      ['Content-Type', 'application/json'],
      ['webhook-id', '{id}'],
      ['webhook-timestamp', '{timestamp}'],
    ],
    timeLimitMs: 1_000,
    success: { accepted: ['2xx'] },
    ordered: true,
    retries: {
      kind: 'delays',
      delaysMs: serviceDelaysMs,
      jitter: { minus: serviceJitter, plus: serviceJitter },
    },
    retryAfter: 'honored',
    disabling: { statuses: ['410'] },
    body: 'payload',
  }),
  rules: {
    ...shared,
    headers: (attempt, body) => [
      ...['User-Agent', 'service/1.0', 'Content-Type', 'application/json; charset=utf-8'],
      ...['webhook-id', attempt.event.id, 'webhook-timestamp', seconds(attempt.at)],
      ...[
        'webhook-signature',
        serviceSignature([serviceSecrets.secret, serviceSecrets.previousSecret], attempt, body),
      ],
    ],
    isRetried: (result) => isFailure(result) && result.status !== 410,
    isDisabling: ({ status }) => status === 410,
    delayMs: (number, { retryAfterMs }, { marker }) => {
      const delayMs = serviceDelaysMs[number - 1];
      if (delayMs === undefined) return null;
      const fraction = seededFraction(Number(/\d+$/.exec(marker)?.[0]), number);
      const randomMs = delayMs * (1 + serviceJitter * (1 - 2 * fraction));
      return Math.max(randomMs, retryAfterMs ?? 0);
    },
  },
};

// A queue that sends one event at a time, until it is delivered or given up.

export const fifoStyle: Style = {
  ...bullMqStyle,
  name: 'FIFO style',
  profile: { ...bullMqStyle.profile, waitsForRetries: true },
  rules: { ...bullMqStyle.rules, waitsForRetries: true },
};

// An asymmetric signature; receivers know the public key.

/** The key pair of 32 bytes as the private key. */
function ed25519Pair(seed: Buffer) {
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicBytes = createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32);
  return { privateKey, publicBytes };
}

/** The signature of a sender whose private key is these bytes. */
export const signedWithSeed = (seed: Buffer, { at }: Attempt, body: string): string =>
  sign(null, Buffer.from(`${seconds(at)}${body}`), ed25519Pair(seed).privateKey).toString('hex');

const seed = Buffer.alloc(32, 1);
export const publicBytes = ed25519Pair(seed).publicBytes;

export const ed25519Style: Style = {
  ...bullMqStyle,
  name: 'Ed25519 style',
  secret: publicBytes.toString('hex'),
  previousSecret: publicBytes.toString('hex'),
  signature: (_secrets, attempt, body) => signedWithSeed(seed, attempt, body),
  profile: ProviderProfile.parse({
    ...bullMqStyle.profile,
    id: 'ed25519',
    signature: {
      kind: 'ed25519',
      header: bullMqStyle.signatureHeader,
      content: '{timestamp}{body}',
      encoding: 'hex',
      keyForm: 'hex',
    },
    headers: [...bullMqStyle.profile.headers, ['X-Queue-Timestamp', '{timestamp}']],
  }),
  rules: {
    ...bullMqStyle.rules,
    headers: (attempt, body) => [
      ...bullMqStyle.rules.headers(attempt, body).slice(0, -1),
      signedWithSeed(seed, attempt, body),
      ...['X-Queue-Timestamp', seconds(attempt.at)],
    ],
  },
};

// A few lines of code: signs the body alone, and events don't hold the marker.

const plainSignature: Style['signature'] = ([secret = ''], _attempt, body) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export const plainStyle: Style = {
  name: 'plain style',
  secret: 'plain-secret-1',
  previousSecret: 'plain-secret-0',
  signatureHeader: 'X-Plain-Signature',
  signature: plainSignature,
  profile: ProviderProfile.parse({
    id: 'plain',
    name: 'Plain sender',
    signature: {
      kind: 'hmac',
      hash: 'sha256',
      header: 'X-Plain-Signature',
      content: '{body}',
      entry: 'sha256={signature}',
      encoding: 'hex',
    },
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Plain-Id', '{id}'],
    ],
    timeLimitMs: 1_000,
    success: { accepted: ['2xx'] },
    retries: { kind: 'delays', delaysMs: [300, 600] },
    retryAfter: 'honored',
    body: 'payload',
  }),
  rules: {
    ...shared,
    hasKeepAlive: true,
    isChunked: true,
    body: ({ event }) => JSON.stringify({ id: event.id, note: 'é ü 漢字 '.repeat(2_000) }),
    headers: ({ event }, body) => [
      ...['Content-Type', 'application/json', 'X-Plain-Id', event.id],
      ...[
        'X-Plain-Signature',
        plainSignature(['plain-secret-1'], { event, number: 1, at: 0 }, body),
      ],
    ],
    isRetried: isFailure,
    delayMs: (number, { retryAfterMs }) => {
      const delayMs = [300, 600][number - 1];
      return delayMs === undefined ? null : Math.max(delayMs, retryAfterMs ?? 0);
    },
  },
};
