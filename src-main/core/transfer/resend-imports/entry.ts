/** Contents of a line or entry in a file. */
import type { z } from 'zod';
import { headerValueProblem, isConnectionHeader, tokenProblem } from '#shared/lib/static-header.ts';
import { webhookUrlProblem } from '#shared/lib/webhook-url.ts';
import type { LineProblem, SkippedEntryCode } from '#shared/schemas/line-problem.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';

/** A request as stored in the file. */
export interface FileRequest {
  readonly url: string;
  /** All headers except connection headers. Values may be redacted. */
  readonly headers: HeaderLines;
}

/** A body and the requests it was sent with. */
export interface FileEntry {
  readonly kind: 'entry';
  readonly body: Uint8Array;
  readonly requests: readonly FileRequest[];
}

export type ReadEntry =
  | FileEntry
  /** Valid, but with nothing to send. */
  | { readonly kind: 'passed'; readonly code: SkippedEntryCode }
  | { readonly kind: 'bad'; readonly problem: LineProblem };

/** `number` is the line or entry number, starting at 1. */
export interface Numbered {
  readonly number: number;
  readonly read: ReadEntry;
}

export const bad = (problem: LineProblem): ReadEntry => ({ kind: 'bad', problem });
export const passed = (code: SkippedEntryCode): ReadEntry => ({ kind: 'passed', code });

/** The first invalid field. */
export const invalidField = ({ issues: [issue] }: z.ZodError): ReadEntry =>
  bad({ code: 'invalid_field', params: { field: issue?.path.join('.') ?? '' } });

/** Maximum UTF-8 bytes, same as for edited resends. */
const maxBodyBytes = 4_000_000;

export const bodyTooLong = (body: Uint8Array): ReadEntry | null =>
  body.length > maxBodyBytes ? bad({ code: 'body_too_long', params: { max: maxBodyBytes } }) : null;

/** Enough of a URL or header name to tell why it is invalid, even if it is too long. */
const maxShownLength = 2_100;

const isOmittedHeader = (name: string): boolean =>
  // HTTP/2 writes the request line as headers.
  name.startsWith(':') || isConnectionHeader(name);

/** Returns the headers to send, or the problem. */
function headersOf(lines: HeaderLines): HeaderLines | { readonly problem: LineProblem } {
  const sentHeaders = lines.filter(([name]) => !isOmittedHeader(name));
  for (const [name, value] of sentHeaders) {
    const params = { name: name.slice(0, maxShownLength) };
    if (tokenProblem(name) !== null) return { problem: { code: 'invalid_header_name', params } };
    if (headerValueProblem(name, value) !== null)
      return { problem: { code: 'invalid_header_value', params } };
  }
  return sentHeaders;
}

/** Returns a valid request, or the problem. */
export function fileRequest(
  url: string,
  lines: HeaderLines,
): FileRequest | { readonly problem: LineProblem } {
  const [withoutFragment = ''] = url.split('#', 1);
  if (webhookUrlProblem(withoutFragment) !== null)
    return {
      problem: { code: 'invalid_url', params: { url: withoutFragment.slice(0, maxShownLength) } },
    };
  const headers = headersOf(lines);
  return 'problem' in headers ? headers : { url: withoutFragment, headers };
}
