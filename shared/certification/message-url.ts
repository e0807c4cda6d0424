/** URLs with placeholders for a message that was sent: its ID, values of its body, and its headers. */
import type { BodyPath } from '#shared/filter/filter.ts';
import { valueAt } from '#shared/filter/match.ts';
import { readBodyPath } from '#shared/filter/term.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { bodyValue, contentTypeOf } from '#shared/kit/body-value.ts';
import { isJsonNumber } from '#shared/kit/exact-json.ts';

export const messageIdPlaceholder = '{messageId}';

/** In words, for problems and documentation. */
export const placeholderForms = '{messageId}, {body.data.id} or {header[x-github-delivery]}';

/** A message as a receiver got it. */
export interface SentMessage {
  readonly messageId: string;
  /** Null if it was sent nowhere. */
  readonly body: string | null;
  readonly headers: HeaderLines;
}

type Placeholder =
  | { readonly kind: 'messageId' }
  | { readonly kind: 'body'; readonly path: BodyPath }
  | { readonly kind: 'header'; readonly name: string };

/** Other braces are part of the URL. */
const placeholders = /\{(messageId|(?:body|header)[^{}]*)\}/g;

/** Null if it is written incorrectly. */
function readPlaceholder(text: string): Placeholder | null {
  if (text === 'messageId') return { kind: 'messageId' };
  const name = /^header\[([^[\]]+)\]$/.exec(text)?.[1];
  if (name !== undefined) return { kind: 'header', name: name.toLowerCase() };
  const path = text.startsWith('body') ? readBodyPath(text.slice('body'.length)) : null;
  return path === null ? null : { kind: 'body', path };
}

export const hasPlaceholders = (template: string): boolean => template.search(placeholders) !== -1;

/** What is wrong with a URL with placeholders; null if nothing is. */
export function messageUrlProblem(template: string): string | null {
  for (const [written, text = ''] of template.matchAll(placeholders))
    if (readPlaceholder(text) === null)
      return `${written} is not a placeholder. Use ${placeholderForms}.`;
  const [url, other] = ['a', 'b'].map((value) =>
    URL.parse(template.replaceAll(placeholders, value)),
  );
  if (url == null || !/^https?:$/.test(url.protocol) || /[\p{C}\s]/u.test(template))
    return 'Enter an http or https URL.';
  // Who is asked must not depend on a message.
  return other?.origin === url.origin ? null : 'Use placeholders in the path or query only.';
}

function textOf(placeholder: Placeholder, message: SentMessage): string | null {
  switch (placeholder.kind) {
    case 'messageId':
      return message.messageId;
    case 'header':
      return message.headers.find(([name]) => name.toLowerCase() === placeholder.name)?.[1] ?? null;
    case 'body': {
      const body = bodyValue(message.body ?? '', contentTypeOf(message.headers));
      const value = valueAt(body, placeholder.path);
      return typeof value === 'string' || typeof value === 'boolean' || isJsonNumber(value)
        ? String(value)
        : null;
    }
  }
}

/** Any value that is a segment of a path by itself. */
const anyValue = 'x';

/** Which segments of its path are empty. Reading a URL removes segments of dots. */
const segmentsOf = (url: string): string =>
  (URL.parse(url)?.pathname ?? '').replaceAll(/[^/]+/g, anyValue);

/**
 * The URL for a message, or the first placeholder that it has no value for. A value that would change the segments of
 * the path, such as `..` or an empty one, is none.
 */
export function messageUrl(
  template: string,
  message: SentMessage,
): { readonly url: string } | { readonly missing: string } {
  const segments = segmentsOf(template.replaceAll(placeholders, anyValue));
  let url = '';
  let end = 0;
  for (const { 0: written, 1: text = '', index } of template.matchAll(placeholders)) {
    const placeholder = readPlaceholder(text);
    const value = placeholder === null ? null : textOf(placeholder, message);
    if (value === null) return { missing: written };
    url += template.slice(end, index) + encodeURIComponent(value.toWellFormed());
    end = index + written.length;
    const rest = template.slice(end).replaceAll(placeholders, anyValue);
    if (segmentsOf(url + rest) !== segments) return { missing: written };
  }
  return { url: url + template.slice(end) };
}
