/** Contents of a line or entry in a file. */
import {
  headerLineProblem,
  isConnectionHeader,
  resendHeaderProblem,
} from '#shared/lib/static-header.ts';
import { visibleText } from '#shared/lib/visible-text.ts';
import { webhookUrlProblem } from '#shared/lib/webhook-url.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import type { BadLineCode } from '#shared/schemas/user-import.ts';

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
  | { readonly kind: 'passed'; readonly reason: string }
  | { readonly kind: 'bad'; readonly code?: BadLineCode; readonly reason: string };

/** `number` is the line or entry number, starting at 1. */
export interface Numbered {
  readonly number: number;
  readonly read: ReadEntry;
}

export const bad = (reason: string): ReadEntry => ({ kind: 'bad', reason });
export const passed = (reason: string): ReadEntry => ({ kind: 'passed', reason });

/** Maximum UTF-8 bytes, same as for edited resends. */
export const maxBodyBytes = 4_000_000;

const isOmittedHeader = (name: string): boolean =>
  // HTTP/2 writes the request line as headers.
  name.startsWith(':') || isConnectionHeader(name);

/** Returns the headers to send, or the problem. */
function headersOf(lines: HeaderLines): HeaderLines | { readonly problem: string } {
  const kept = lines.filter(([name]) => !isOmittedHeader(name));
  for (const [name, value] of kept) {
    // Keeps the file's signature, which edited resends don't allow.
    const isSignature = name.toLowerCase() === 'x-signature';
    const problem = (isSignature ? headerLineProblem : resendHeaderProblem)(name, value);
    if (problem !== null) return { problem };
  }
  return kept;
}

/** Returns a valid request, or the problem. */
export function fileRequest(
  url: string,
  lines: HeaderLines,
): FileRequest | { readonly problem: string } {
  const [withoutFragment = ''] = url.split('#', 1);
  const problem = webhookUrlProblem(withoutFragment);
  if (problem !== null)
    return { problem: `${problem} (${visibleText(withoutFragment.slice(0, 200))})` };
  const headers = headersOf(lines);
  return 'problem' in headers ? headers : { url: withoutFragment, headers };
}
