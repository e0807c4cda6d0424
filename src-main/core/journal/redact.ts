/**
 * Redacts the secrets of an operation. Equal secrets get equal marks, so a recording can tell which
 * secrets match. Marks are keyed per process: they reveal nothing, and end with it.
 */
import { createHmac } from 'node:crypto';
import { isRedacted, redactedMark } from '#shared/lib/redacted.ts';
import { createRedaction } from '#shared/lib/redaction.ts';
import { redactUrl } from '../config/redacted-configuration.ts';

const secretNames = new Set(['sharedSecret', 'secret', 'writeKey']);
const urlNames = new Set(['url', 'webhookUrl']);

const isText = (value: unknown): value is string => typeof value === 'string';
const isLine = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

export type RedactValue = (value: unknown) => unknown;

export function createRedactValue(
  key: Uint8Array,
  headersToRedact: readonly string[],
): RedactValue {
  const redaction = createRedaction([], headersToRedact);
  const mark = (secret: string): string =>
    secret === '' || isRedacted(secret)
      ? secret
      : `${redactedMark}${createHmac('sha256', key).update(secret).digest('hex').slice(0, 8)}`;
  const line = ([name, value]: readonly [string, string]): [string, string] => {
    const [shown = ''] = redaction.headers([[name, value]]).map(([, text]) => text);
    return [name, isRedacted(shown) ? mark(value) : value];
  };

  function headers(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => (isLine(item) ? line(item) : item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, text]) =>
        isText(text) ? line([name, text]) : [name, text],
      ),
    );
  }

  function field(name: string, value: unknown): unknown {
    if (isText(value) && secretNames.has(name)) return mark(value);
    if (isText(value) && urlNames.has(name)) return redactUrl(redaction, value);
    return name === 'headers' ? headers(value) : redact(value);
  }

  function redact(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(redact);
    if (
      typeof value !== 'object' ||
      value === null ||
      Object.getPrototypeOf(value) !== Object.prototype
    )
      return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, field(name, member)]),
    );
  }
  return redact;
}
