/** Builds the exact copy of a request in a mock endpoint's log. Missing fields are taken from the record. */

import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import { targetUrl } from '#main/kit/target-url.ts';
import type { Store } from '#main/store/store.ts';
import type { ReceivedCopyEdit, ReceivedFrom, SecretOrigin } from '#shared/deliveries/copy.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { isRedacted } from '#shared/kit/redacted.ts';
import { isConnectionHeader } from '#shared/kit/static-header.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { isBodyIncomplete, type MockEntryDetail } from '#shared/mocks/request.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, isSignatureHeader, profileOf } from '#shared/profiles/profiles.ts';
import {
  type CopyRequest,
  renewed,
  requestAsIs,
  signedRequest,
  signersOf,
} from './copy-request.ts';
import type { AttemptFacts } from './routing/request-headers.ts';

export type FindMock = (idOrName: string) => Mock | undefined;

export interface ReceivedRequest {
  readonly from: ReceivedFrom;
  readonly request: CopyRequest;
}

type Recorded = MockEntryDetail & { readonly method: string; readonly path: string };

function recordedIn(store: Store, mock: Mock, requestId: number): Recorded {
  const entry = store.mockRequests.detail(mock.id, requestId);
  if (entry === undefined) throw notFound('request');
  const { method, path } = entry;
  if (method === null || path === null)
    throw new AppError('conflict', 'The connection had no request, so there is nothing to copy.');
  return { ...entry, method, path };
}

function urlOf({ name, url }: Mock, { path }: Recorded): string {
  if (url === null)
    throw fieldError(
      ['url'],
      `The mock endpoint "${name}" is not listening.`,
      'Enter another URL, or fix its port.',
    );
  const target = targetUrl({ url }, path);
  if (target === null)
    throw fieldError(
      ['url'],
      'The recorded path may be outside the mock endpoint\'s path, or has a "#".',
      'Enter a URL.',
    );
  return `${target.origin}${target.target}`;
}

function bodyOf(store: Store, entry: Recorded): Uint8Array {
  if (isBodyIncomplete(entry))
    throw new AppError('body_truncated', 'The body was not recorded completely.', {
      fix: 'Enter the whole body.',
    });
  return store.mockRequests.bodyOf(entry.mockId, entry.id) ?? new Uint8Array();
}

/** Headers of the sender, which may be those of any HTTP client. */
function linesOf({ headers }: Recorded): HeaderLines {
  const redacted = headers.find(([, value]) => isRedacted(value));
  if (redacted !== undefined)
    throw new AppError(
      'header_redacted',
      `The header "${redacted[0]}" was recorded without its secret.`,
      {
        fix: 'Edit the headers.',
      },
    );
  return headers.filter(([name]) => !isConnectionHeader(name));
}

const isSignature = ([name]: readonly [string, string]): boolean => isSignatureHeader(name);

/** The recorded signature stays in its place unless the headers are edited. */
function linesAsIs(entry: Recorded, edited: HeaderLines | undefined): HeaderLines {
  const signature = entry.headers.filter(isSignature);
  return edited === undefined ? linesOf(entry) : [...edited, ...signature];
}

function secretOf(
  store: Store,
  { secret, destinationId }: ReceivedCopyEdit,
): { readonly secret: string; readonly secretOrigin: SecretOrigin } {
  if (secret !== undefined) return { secret, secretOrigin: secret === '' ? 'none' : 'typed' };
  if (destinationId === undefined) return { secret: '', secretOrigin: 'none' };
  const destination = store.destinations.get(destinationId);
  if (destination === undefined) throw notFound('destination');
  if (!destination.secretReadable)
    throw fieldError(
      ['secret'],
      "Can't read the destination's secret: another user or program stored it.",
      'Enter it.',
    );
  const { sharedSecret } = destination;
  return { secret: sharedSecret, secretOrigin: sharedSecret === '' ? 'none' : 'destination' };
}

/** The signed ID is the one in the headers, if any. */
function factsOf(
  { id }: Recorded,
  lines: HeaderLines,
  { headers }: ProviderProfile,
  at: number,
): AttemptFacts {
  const names = headers
    .filter(([, template]) => template === '{id}')
    .map(([name]) => name.toLowerCase());
  const recordedId = lines.find(([name]) => names.includes(name.toLowerCase()))?.[1];
  return { at, retry: 0, message: () => ({ id: recordedId ?? String(id), event: '' }) };
}

/** Throws an AppError if no request can be built. */
export function receivedRequestOf(
  store: Store,
  now: number,
  find: FindMock,
  edit: ReceivedCopyEdit,
): ReceivedRequest {
  const mock = find(edit.id);
  if (mock === undefined) throw notFound('mock endpoint');
  const entry = recordedIn(store, mock, edit.requestId);
  const from = { mockId: mock.id, mock: mock.name, requestId: entry.id };
  const method = edit.method ?? entry.method;
  const url = edit.url ?? urlOf(mock, entry);
  const body = edit.body === undefined ? bodyOf(store, entry) : Buffer.from(edit.body);
  if (edit.signing === 'as_is')
    return {
      from,
      request: requestAsIs({ method, url, headers: linesAsIs(entry, edit.headers) }, body, [
        ...signersOf(store),
        { profile: profileOf({ profile: defaultProfileId }), secret: mock.secret },
      ]),
    };
  const profile =
    (edit.destinationId === undefined
      ? undefined
      : store.destinations.get(edit.destinationId)?.profile) ?? defaultProfileId;
  const recorded = (edit.headers ?? linesOf(entry)).filter((line) => !isSignature(line));
  const facts = factsOf(entry, recorded, profileOf({ profile }), now);
  const request = signedRequest({
    method,
    url,
    lines: renewed(recorded, profileOf({ profile }), facts),
    profile,
    facts,
    signing: edit.signing,
    ...secretOf(store, edit),
    body,
    originalBody: isBodyIncomplete(entry) ? body : bodyOf(store, entry),
  });
  return { from, request };
}
