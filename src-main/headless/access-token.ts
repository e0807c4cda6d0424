/** Who may use the interface: whoever knows the token, by cookie (a browser) or header (the rest). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** 192 bits: cannot be guessed, and short enough to be copied by hand. */
const tokenBytes = 24;

export function randomToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have one length, so that not even the length of the token shows in the time taken. */
function same(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim();
}

export type Access = 'granted' | 'missing' | 'wrong';

export interface AccessToken {
  /** The header that lets a browser in. */
  cookie(port: number): string;
  accepts(token: string): boolean;
  byHeader(headers: IncomingHttpHeaders): Access;
  byCookie(headers: IncomingHttpHeaders, port: number): Access;
}

export function createAccessToken(token: string): AccessToken {
  // Derived, because a token may hold characters that a cookie may not.
  const pass = digest(`hookwright interface ${token}`).toString('base64url');
  // Browsers do not keep the cookies of two ports apart; the name does.
  const name = (port: number): string => `hookwright-${port}`;
  const verdict = (given: string | undefined, expected: string): Access =>
    given === undefined ? 'missing' : same(given, expected) ? 'granted' : 'wrong';
  return {
    cookie: (port) => `${name(port)}=${pass}; Path=/; HttpOnly; SameSite=Strict`,
    accepts: (given) => same(given, token),
    byHeader: ({ authorization }) =>
      verdict(authorization?.match(/^Bearer +(.+)$/i)?.[1]?.trim(), token),
    byCookie: ({ cookie }, port) => verdict(cookieValue(cookie, name(port)), pass),
  };
}
