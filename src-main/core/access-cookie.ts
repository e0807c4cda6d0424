/**
 * Earlier versions kept the access token in cookies named `hookwright-PORT`. Browsers that still
 * have one send it to every local port, so it must never be stored (D48).
 */
import { redactedMark } from '#shared/lib/redacted.ts';

const accessCookie = /(?<![^;,\s])(hookwright-\d{1,5})=[^;,\s]*/g;

export const accessCookieNames = (cookie: string | undefined): readonly string[] =>
  [...(cookie ?? '').matchAll(accessCookie)].flatMap(([, name]) => name ?? []);

/** Returns a request header value that is safe to store. */
export const storableValue = (name: string, value: string): string =>
  name.length === 6 && name.toLowerCase() === 'cookie'
    ? value.replaceAll(accessCookie, `$1=${redactedMark}`)
    : value;
