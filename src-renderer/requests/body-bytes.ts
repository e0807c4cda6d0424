/** Bodies as text, JSON and bytes. Pure. */

import { Decompress } from 'fflate';
import type { JsonValue } from '#renderer/ui/json-tree.tsx';
import type { Bytes } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { fromBase64 } from '#shared/kit/base64.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { formatBytes } from '#shared/kit/format.ts';

/** The parsed JSON if it is an object or a list; undefined if there is no tree to show. */
export function jsonOf(text: string | null): JsonValue | undefined {
  if (text === null || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseExact(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export function bytesOf({ text, base64 }: Pick<Bytes, 'text' | 'base64'>): Uint8Array {
  return text === null ? fromBase64(base64 ?? '') : new TextEncoder().encode(text);
}

/** Stored bytes; of a truncated body, its start. */
export function keptBytes(body: Bytes): number {
  return body.truncated ? bytesOf(body).length : body.byteLength;
}

/**
 * Why a response body is incomplete: either it exceeded the display limit, so its full length is
 * unknown, or it ended early.
 */
export function cutOffText(body: Bytes): string {
  const keptLength = keptBytes(body);
  return body.byteLength > keptLength
    ? `Truncated: the first ${formatBytes(keptLength)} are kept.`
    : 'Incomplete: the connection closed or the 5 s limit was reached.';
}

export function textBytes(text: string, byteLength?: number): Bytes {
  const length = byteLength ?? new TextEncoder().encode(text).length;
  return { text, base64: null, byteLength: length, truncated: false };
}

// Decodes bodies for display, by their Content-Encoding and charset. Pure.

/** A body as text, and what it was decoded from, such as `gzip, windows-1252`. */
interface DecodedBody {
  readonly text: string | null;
  /** Null if the text is the body itself, as UTF-8. */
  readonly from: string | null;
}

/** Compressed bytes may become a thousand times as long. */
const maxDecompressedBytes = 1_048_576;
/** Input per step, so that little more than the limit is decompressed. */
const stepBytes = 1_024;

const headerOf = (headers: HeaderLines, wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1].toLowerCase() ?? '';

/** The beginning, if the input is truncated or the output too long. Throws for invalid input. */
function decompressed(
  bytes: Uint8Array,
  isTruncated: boolean,
): { readonly bytes: Uint8Array; readonly isWhole: boolean } {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  const stream = new Decompress((chunk, final) => {
    chunks.push(chunk);
    length += chunk.length;
    isWhole ||= final;
  });
  for (let at = 0; at < bytes.length && length < maxDecompressedBytes; at += stepBytes)
    stream.push(bytes.subarray(at, at + stepBytes), !isTruncated && at + stepBytes >= bytes.length);
  if (length === 0) throw new Error('The compressed data has no content, or ends early.');
  const whole = new Uint8Array(Math.min(length, maxDecompressedBytes));
  let end = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, whole.length - end);
    whole.set(part, end);
    end += part.length;
  }
  return { bytes: whole, isWhole: isWhole && length <= maxDecompressedBytes };
}

/** Text by the charset and encoding of the headers; the body as it is if it can't be decoded. */
export function decodedBody(body: Bytes, headers: HeaderLines): DecodedBody {
  const encoding = headerOf(headers, 'content-encoding').trim();
  const [, charset = 'utf-8'] =
    /charset\s*=\s*"?([^\s";]+)/.exec(headerOf(headers, 'content-type')) ?? [];
  const isKnown = /^(?:x-)?gzip$|^deflate$/.test(encoding);
  const isCompressed = body.text === null && isKnown;
  const isOtherCharset = !/^utf-?8$/.test(charset);
  const asIs = { text: body.text, from: null };
  // The bytes of an encoding without a decoder are not text of the charset.
  const isEncoded = !isKnown && !/^(?:identity)?$/.test(encoding);
  if (isEncoded || (!isCompressed && !isOtherCharset)) return asIs;
  try {
    const kept = bytesOf(body);
    const { bytes, isWhole } = isCompressed
      ? decompressed(kept, body.truncated)
      : { bytes: kept, isWhole: !body.truncated };
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: !isWhole });
    const from = [...(isCompressed ? [encoding] : []), ...(isOtherCharset ? [charset] : [])];
    return { text, from: from.join(', ') };
  } catch {
    return asIs;
  }
}
