/** Grants interface access to clients with the access token (D48). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** 192 bits: impossible to guess, and short enough to copy. */
const tokenBytes = 24;
/** Allows time for a browser to start. */
const loginCodeValidMs = 120_000;

export function randomToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have a fixed length, so timing doesn't reveal the token's length. */
function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

export type AccessResult =
  | { readonly state: 'granted' | 'missing' | 'wrong' }
  | { readonly state: 'throttled'; readonly retryAfterSeconds: number };

export interface Access {
  check(provided: string | undefined, remoteAddress: string): AccessResult;
  /** Checks the `Authorization: Bearer` header of a request. */
  checkRequest(request: Pick<IncomingMessage, 'headers' | 'socket'>): AccessResult;
  /** Creates a code for the URL opened in the browser. It is valid once, for two minutes. */
  issueLoginCode(): string;
  /** Returns the token for a login code; null if the code is invalid. */
  redeemLoginCode(code: string): string | null;
}

export interface AccessOptions {
  /** Whether to limit wrong tokens per remote address. Set if other machines can reach the host. */
  readonly isThrottled?: boolean;
  readonly now?: () => number;
}

export function createAccess(token: string, options: AccessOptions = {}): Access {
  const { isThrottled = false, now = () => performance.now() } = options;
  const throttle = isThrottled ? createTokenThrottle(now) : null;
  const codes = createOneTimeCodes<true>({ validMs: loginCodeValidMs, now });

  function check(provided: string | undefined, remoteAddress: string): AccessResult {
    if (provided === undefined) return { state: 'missing' };
    // Checked before the token, so that a guess can't succeed while its address is throttled.
    const retryAfterSeconds = throttle?.retryAfterSeconds(remoteAddress) ?? 0;
    if (retryAfterSeconds > 0) return { state: 'throttled', retryAfterSeconds };
    if (isEqual(provided, token)) {
      throttle?.recordSuccess(remoteAddress);
      return { state: 'granted' };
    }
    throttle?.recordFailure(remoteAddress);
    return { state: 'wrong' };
  }

  return {
    check,
    checkRequest: ({ headers, socket }) =>
      check(
        headers.authorization?.match(/^Bearer +(.+)$/i)?.[1]?.trim(),
        socket.remoteAddress ?? '',
      ),
    issueLoginCode: () => codes.issue(true),
    redeemLoginCode: (code) => (codes.redeem(code) === undefined ? null : token),
  };
}

// Random codes that can be redeemed once within a short time (D48).

/** 192 bits, so looking up the code itself is safe. */
const codeBytes = 24;
/** More than a user needs. The oldest code is dropped first. */
const maxCodes = 1_000;

interface OneTimeCodes<Value> {
  issue(value: Value): string;
  /** Returns the code's value; undefined if it was used, has expired or never existed. */
  redeem(code: string): Value | undefined;
}

export function createOneTimeCodes<Value>(options: {
  readonly validMs: number;
  readonly now: () => number;
}): OneTimeCodes<Value> {
  const { validMs, now } = options;
  const issued = new Map<string, { readonly value: Value; readonly validUntil: number }>();
  return {
    issue(value) {
      const [oldest] = issued.keys();
      if (issued.size >= maxCodes && oldest !== undefined) issued.delete(oldest);
      const code = randomBytes(codeBytes).toString('base64url');
      issued.set(code, { value, validUntil: now() + validMs });
      return code;
    },
    redeem(code) {
      const session = issued.get(code);
      issued.delete(code);
      return session !== undefined && now() <= session.validUntil ? session.value : undefined;
    },
  };
}

// Throttles token guessing: a few wrong tokens per minute and remote address.

const maxWrongTokens = 10;
/**
 * Limit for addresses that have used the right token. A script with an old token must not lock its
 * user out.
 */
const maxWrongTokensOfKnownClient = 600;
const knownClientMs = 3_600_000;
const windowMs = 60_000;
/** Limits memory. The address that failed longest ago is dropped first. */
const maxAddresses = 1_000;

/** A single machine can use a whole /64 network of IPv6 addresses. */
function clientOf(address: string): string {
  const unmapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(unmapped)) return unmapped;
  const [before = '', after = ''] = unmapped.split('::');
  const groups = before === '' ? [] : before.split(':');
  const zeros = 8 - groups.length - (after === '' ? 0 : after.split(':').length);
  const expanded = unmapped.includes('::')
    ? [...groups, ...Array(Math.max(0, zeros)).fill('0')]
    : groups;
  return expanded.slice(0, 4).join(':');
}

function setLast<Value>(map: Map<string, Value>, client: string, value: Value): void {
  map.delete(client);
  map.set(client, value);
  const [oldest] = map.keys();
  if (map.size > maxAddresses && oldest !== undefined) map.delete(oldest);
}

interface TokenThrottle {
  /** Returns 0 if the address may try a token now. */
  retryAfterSeconds(address: string): number;
  recordFailure(address: string): void;
  recordSuccess(address: string): void;
}

export function createTokenThrottle(now: () => number): TokenThrottle {
  const failures = new Map<string, { readonly count: number; readonly endsAt: number }>();

  /** Machines that used the right token, and when this expires. */
  const knownUntil = new Map<string, number>();

  function current(client: string) {
    const failure = failures.get(client);
    return failure !== undefined && failure.endsAt > now() ? failure : undefined;
  }

  return {
    retryAfterSeconds(address) {
      const client = clientOf(address);
      const failure = current(client);
      const isKnown = (knownUntil.get(client) ?? Number.NEGATIVE_INFINITY) > now();
      const limit = isKnown ? maxWrongTokensOfKnownClient : maxWrongTokens;
      if (failure === undefined || failure.count < limit) return 0;
      return Math.ceil((failure.endsAt - now()) / 1_000);
    },
    recordFailure(address) {
      const client = clientOf(address);
      const { count, endsAt } = current(client) ?? { count: 0, endsAt: now() + windowMs };
      setLast(failures, client, { count: count + 1, endsAt });
    },
    recordSuccess: (address) => setLast(knownUntil, clientOf(address), now() + knownClientMs),
  };
}

// Rejects requests without the access token.

const rejections = {
  missing: {
    message: 'The access token is missing.',
    fix: 'Send it as "Authorization: Bearer <token>".',
  },
  wrong: {
    message: 'This access token is not valid.',
    fix: 'Use the token from the last start.',
  },
};

export const requireToken =
  (access: Access) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const verdict = access.checkRequest(request.raw);
    if (verdict.state === 'granted') return;
    if (verdict.state === 'throttled')
      await reply
        .status(429)
        .header('retry-after', verdict.retryAfterSeconds)
        .send({
          code: 'too_many_wrong_tokens',
          message: 'Too many wrong access tokens from this address.',
          fix: `Try again in ${verdict.retryAfterSeconds} s.`,
        });
    else
      await reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .send({ code: 'unauthorized', ...rejections[verdict.state] });
  };
