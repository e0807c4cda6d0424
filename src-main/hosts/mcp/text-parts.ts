/** Long texts are cut; `read_body` returns the rest. */
import { z } from 'zod';
import type { Bytes } from '#shared/deliveries/delivery.ts';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';

/** Of one text within a result. */
const maxExcerptLength = 1_500;

/** The start of a body. `bytes` counts all of it. */
export const Excerpt = z.object({
  text: z.string(),
  bytes: z.number().int(),
  /** What to pass to read_body for the whole text; null if this is all. */
  rest: z.string().nullable(),
});
export type Excerpt = z.infer<typeof Excerpt>;

/** A character is never split. */
export function sliceOf(text: string, start: number, length: number): string {
  const end = start + length;
  const last = text.charCodeAt(end - 1);
  return text.slice(start, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}

export const excerptOf = (text: string, bytes: number, rest: string): Excerpt =>
  text.length <= maxExcerptLength
    ? { text, bytes, rest: null }
    : { text: sliceOf(text, 0, maxExcerptLength), bytes, rest };

/** Bytes that are not text are given as base64. */
export const bytesText = ({ text, base64 }: Bytes): string =>
  text ?? (base64 === null ? '' : `base64:${base64}`);

export const excerptOfBytes = (bytes: Bytes, rest: string): Excerpt =>
  excerptOf(bytesText(bytes), bytes.byteLength, rest);

const maxHeaderLength = 300;
const maxHeaders = 40;

/** Headers as `Name: value` lines. */
export function headerText(headers: HeaderLines): string[] {
  const lines = headers.slice(0, maxHeaders).map(([name, value]) => {
    const line = `${name}: ${value}`;
    return line.length <= maxHeaderLength ? line : `${sliceOf(line, 0, maxHeaderLength)}…`;
  });
  const left = headers.length - lines.length;
  return left > 0 ? [...lines, `… and ${left} more`] : lines;
}

export const ShownResponse = z.object({
  status: z.number().int(),
  headers: z.array(z.string()),
  body: Excerpt,
});

interface Response {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: Bytes;
}

export const shownResponse = (
  response: Response,
  redaction: Redaction,
  rest: string,
): z.input<typeof ShownResponse> => {
  const { status, headers, body } = redaction.response(response);
  return { status, headers: headerText(headers), body: excerptOfBytes(body, rest) };
};
