/** What one line or entry of a file comes to. */
import {
  headerLineProblem,
  isConnectionHeader,
  resendHeaderProblem,
} from '#shared/lib/static-header.ts';
import { visibleText } from '#shared/lib/visible-text.ts';
import { webhookUrlProblem } from '#shared/lib/webhook-url.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import type { BadLineCode } from '#shared/schemas/user-import.ts';

/** A request to be made, as the file has it. */
export interface FileRequest {
  readonly url: string;
  /** All but what belongs to the connection; values may be redacted. */
  readonly headers: HeaderLines;
}

/** A body, and the requests that it was sent with. */
export interface FileEntry {
  readonly kind: 'entry';
  readonly body: Uint8Array;
  readonly requests: readonly FileRequest[];
}

export type ReadEntry =
  | FileEntry
  /** Nothing that could be sent, and nothing wrong with it. */
  | { readonly kind: 'passed'; readonly reason: string }
  | { readonly kind: 'bad'; readonly code?: BadLineCode; readonly reason: string };

/** With its number: of the line, or of the entry, from 1. */
export interface Numbered {
  readonly number: number;
  readonly read: ReadEntry;
}

export const bad = (reason: string): ReadEntry => ({ kind: 'bad', reason });
export const passed = (reason: string): ReadEntry => ({ kind: 'passed', reason });

/** In UTF-8: the limit of edited resends. */
export const maxBodyBytes = 4_000_000;

const isHeaderOfConnection = (name: string): boolean =>
  // HTTP/2 writes the request line as headers.
  name.startsWith(':') || isConnectionHeader(name);

/** Header lines that can be sent, or why not. */
function headersOf(lines: HeaderLines): HeaderLines | { readonly problem: string } {
  const kept = lines.filter(([name]) => !isHeaderOfConnection(name));
  for (const [name, value] of kept) {
    // That of the file is kept as it is, which no request that is edited may.
    const isSignature = name.toLowerCase() === 'x-signature';
    const problem = (isSignature ? headerLineProblem : resendHeaderProblem)(name, value);
    if (problem !== null) return { problem };
  }
  return kept;
}

/** A request that can be made, or why not. */
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
