/** Grants access to the interface to clients that know the access token (D48). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createOneTimeCodes } from './one-time-codes.ts';
import { createTokenThrottle } from './token-throttle.ts';

/** 192 bits: impossible to guess, and short enough to copy. */
const tokenBytes = 24;
/** Long enough for a browser to start. */
const loginCodeValidMs = 120_000;

export function randomToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have a fixed length, so timing doesn't reveal the token's length. */
function same(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

export type Verdict =
  | { readonly state: 'granted' | 'missing' | 'wrong' }
  | { readonly state: 'throttled'; readonly retryAfterSeconds: number };

export interface Access {
  check(given: string | undefined, remoteAddress: string): Verdict;
  /** The same for the `Authorization: Bearer` header of a request. */
  checkRequest(request: Pick<IncomingMessage, 'headers' | 'socket'>): Verdict;
  /** For the URL opened in the browser: valid once, for two minutes. */
  issueLoginCode(): string;
  /** The token for a login code; null if the code is not valid. */
  redeemLoginCode(code: string): string | null;
}

export interface AccessOptions {
  /** Limits wrong tokens per remote address: for hosts that other machines reach. */
  readonly isThrottled?: boolean;
  readonly now?: () => number;
}

export function createAccess(token: string, options: AccessOptions = {}): Access {
  const { isThrottled = false, now = () => performance.now() } = options;
  const throttle = isThrottled ? createTokenThrottle(now) : null;
  const codes = createOneTimeCodes<true>({ validMs: loginCodeValidMs, now });

  function check(given: string | undefined, remoteAddress: string): Verdict {
    if (given === undefined) return { state: 'missing' };
    // Before checking the token: a guess must not succeed while its address is throttled.
    const retryAfterSeconds = throttle?.retryAfterSeconds(remoteAddress) ?? 0;
    if (retryAfterSeconds > 0) return { state: 'throttled', retryAfterSeconds };
    if (same(given, token)) {
      throttle?.noteRight(remoteAddress);
      return { state: 'granted' };
    }
    throttle?.noteWrong(remoteAddress);
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
    redeemLoginCode: (code) => (codes.take(code) === undefined ? null : token),
  };
}
