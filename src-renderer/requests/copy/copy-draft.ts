/** The draft of a copy. Pure. */
import type { CopyDetail, CopyEdit, Signing } from '#shared/deliveries/copy.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { isSignatureHeader } from '#shared/profiles/profiles.ts';
import type { ReadRequest } from '#shared/sending/read-request.ts';

interface DraftHeader {
  /** Identifies a row while it is edited. */
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

export interface CopyDraft {
  readonly url: string;
  readonly headers: readonly DraftHeader[];
  readonly body: string;
  /** Null: the destination's secret. */
  readonly secret: string | null;
  readonly signing: Signing;
}

/** What all drafts have. */
interface WithHeaders {
  readonly headers: readonly DraftHeader[];
}

/** Headers that are generated on sending, besides the signature. */
const madeNames = new Set(['host', 'connection', 'content-length']);

export const typedLines = (headers: HeaderLines): readonly DraftHeader[] =>
  headers
    .filter(([name]) => !madeNames.has(name.toLowerCase()) && !isSignatureHeader(name))
    .map(([name, value], index) => ({ id: index + 1, name, value }));

/** The request of the attempt, or the next one; null if nothing is ever sent. */
export function draftOf(
  { bodyText, nextRequest }: Pick<DeliveryDetail, 'bodyText' | 'nextRequest'>,
  attempt: Pick<Attempt, 'request'> | null,
): CopyDraft | null {
  if (bodyText === null) return null;
  const request = attempt?.request ?? nextRequest;
  return {
    url: request?.url ?? '',
    headers: typedLines(request?.headers ?? []),
    body: bodyText,
    secret: null,
    signing: 'valid',
  };
}

/**
 * A previous copy as a draft. Custom secrets are not stored, and binary bodies can't be edited.
 */
export function draftOfCopy({
  request,
  body,
  signing,
}: Pick<CopyDetail, 'request' | 'body' | 'signing'>): CopyDraft {
  return {
    url: request.url,
    headers: typedLines(request.headers),
    body: body.text ?? '',
    secret: null,
    signing: signing === 'as_is' ? 'valid' : signing,
  };
}

/** Empty rows are ignored. */
export const givenHeaders = ({ headers }: WithHeaders): readonly DraftHeader[] =>
  headers.filter(({ name, value }) => name !== '' || value !== '');

export function editOf(deliveryId: number, draft: CopyDraft): CopyEdit {
  return {
    deliveryId,
    url: draft.url,
    headers: givenHeaders(draft).map(({ name, value }) => [name, value]),
    body: draft.body,
    signing: draft.signing,
    ...(draft.secret === null ? {} : { secret: draft.secret }),
  };
}

/** Includes empty rows, which are there to be filled. */
export function sameDraft<Draft extends WithHeaders>(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function withHeader<Draft extends WithHeaders>(draft: Draft): Draft {
  const id = Math.max(0, ...draft.headers.map((header) => header.id)) + 1;
  return { ...draft, headers: [...draft.headers, { id, name: '', value: '' }] };
}

export function withoutHeader<Draft extends WithHeaders>(draft: Draft, id: number): Draft {
  return { ...draft, headers: draft.headers.filter((header) => header.id !== id) };
}

export function withTypedHeader<Draft extends WithHeaders>(
  draft: Draft,
  typed: DraftHeader,
): Draft {
  const headers = draft.headers.map((header) => (header.id === typed.id ? typed : header));
  return { ...draft, headers };
}

// Field errors.

export interface CopyIssues {
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly body: string | undefined;
  readonly secret: string | undefined;
  readonly headers: string | undefined;
  /** By row ID. */
  readonly header: ReadonlyMap<number, string>;
}

export function issuesByField(issues: readonly FieldIssue[], draft: WithHeaders): CopyIssues {
  const of = (field: string): string | undefined =>
    issues.find(({ path }) => path.length === 1 && path[0] === field)?.message;
  const headers = givenHeaders(draft);
  const header = new Map<number, string>();
  for (const { path, message } of issues) {
    const row = path[0] === 'headers' && path.length > 1 ? headers[Number(path[1])] : undefined;
    if (row !== undefined && !header.has(row.id)) header.set(row.id, message);
  }
  return {
    url: of('url'),
    method: of('method'),
    body: of('body'),
    secret: of('secret'),
    headers: of('headers'),
    header,
  };
}

/** Names the changed byte; null if the bodies can't be compared. Pure. */
export function changedByte(typed: string, sentText: string | null): string | null {
  if (sentText === null) return null;
  const [before, after] = [new TextEncoder().encode(typed), new TextEncoder().encode(sentText)];
  const at = before.findIndex((byte, index) => byte !== after[index]);
  if (at < 0 || before.length !== after.length) return null;
  const hexOf = (byte: number | undefined): string =>
    byte !== undefined && byte > 32 && byte < 127
      ? `"${String.fromCharCode(byte)}"`
      : `0x${(byte ?? 0).toString(16).padStart(2, '0')}`;
  return `Byte ${formatCount(at + 1)} changed from ${hexOf(before[at])} to ${hexOf(after[at])}.`;
}

// The text of a request to read: a cURL command or a HAR. Pure.

type ReadEntry = Extract<ReadRequest, { kind: 'request' }>;

/** Responses are not needed, and make most of a HAR. Any other text stays as it is. */
export function withoutResponses(text: string): string {
  try {
    const { log } = JSON.parse(text.replace(/^\uFEFF/, ''));
    const entries = log.entries.map(
      ({ response: _response, ...entry }: object & { response: unknown }) => entry,
    );
    return JSON.stringify({ log: { entries } });
  } catch {
    return text;
  }
}

/** The draft with the request, which a delivery signs again; or why it can't be edited. */
export function filledDraft(
  draft: CopyDraft,
  { request: { method, url, headers }, body }: ReadEntry,
): CopyDraft | { readonly problem: string } {
  if (method !== 'POST')
    return { problem: `The request is a ${method}. Copies of deliveries are POST requests.` };
  if (body.text === null) return { problem: "The body is not UTF-8 text, so it can't be edited." };
  return { ...draft, url, headers: typedLines(headers), body: body.text };
}
