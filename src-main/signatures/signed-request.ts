/** The request that is checked or diagnosed: as entered, else that of a delivery or a mock endpoint's log. */
import type { IncomingHttpHeaders } from 'node:http';
import { fieldError, notFound } from '#main/kit/app-error.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { Store } from '#main/store/store.ts';
import type { Attempt } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { ById } from '#shared/kit/entity.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockEntryDetail, MockRequestRef } from '#shared/mocks/request.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfile, defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import type { SignatureCheckRequest } from '#shared/signatures/signature.ts';
import type { ExplainedRequest } from './explain.ts';
import { fillTemplate } from './signing/profile-signature.ts';
import { readSignature, signaturesIn } from './signing/received-signature.ts';
import type { SenderProfiles } from './signing/sender-profiles.ts';

/** Mock endpoints with their logs. */
interface LoggedMocks {
  list(): readonly Mock[];
  get(by: ById): Mock;
  readonly requests: { get(by: MockRequestRef): MockEntryDetail };
}

export interface SignatureTools {
  readonly store: Store;
  readonly mocks: LoggedMocks;
  readonly senderProfiles: Pick<SenderProfiles, 'of'>;
  readonly clock: Clock;
}

export interface SignatureSubject extends ExplainedRequest {
  readonly body: Buffer;
  readonly secret: string;
  readonly profile: ProviderProfile;
}

type Stored = Partial<SignatureSubject>;

export function headersOf(lines: HeaderLines): IncomingHttpHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) {
    const key = name.trim().toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

const bodyBytes = ({ body: { text, base64 } }: MockEntryDetail): Buffer =>
  text === null ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text, 'utf8');

type Source = Pick<
  SignatureCheckRequest,
  'body' | 'deliveryId' | 'attemptId' | 'received' | 'profile'
>;

function attemptOf(attempts: readonly Attempt[], id: number | undefined): Attempt | undefined {
  if (id === undefined) return attempts.at(-1);
  const attempt = attempts.find((one) => one.id === id);
  if (attempt === undefined) throw notFound('attempt');
  return attempt;
}

function fromDelivery({ store }: SignatureTools, id: number, { body, attemptId }: Source): Stored {
  const summary = store.deliveries.summary(id);
  if (summary === undefined) throw notFound('delivery');
  const { bytes } = store.deliveries.bodyOf(id);
  if (body === undefined && bytes === null)
    throw fieldError(
      ['deliveryId'],
      'This delivery has no body: its message is not sent.',
      'Paste the body or choose another delivery.',
    );
  const destination = store.destinations.get(summary.destinationId);
  const attempt = attemptOf(store.attempts.byDelivery(id), attemptId);
  return {
    body: Buffer.from(bytes ?? []),
    secret: destination?.sharedSecret ?? '',
    ...(destination && { profile: profileOf(destination) }),
    ...(attempt && {
      method: attempt.request.method,
      url: attempt.request.url,
      headers: headersOf(attempt.request.headers),
      receivedAt: attempt.startedAt,
    }),
  };
}

/** The profile that a mock endpoint checked a request by. */
function profileOfEntry(
  { store, senderProfiles }: SignatureTools,
  mockName: string,
  { signature }: MockEntryDetail,
): ProviderProfile {
  const senders = senderProfiles.of(mockName);
  if (signature === null) return senders[0] ?? profileOf({ profile: defaultProfileId });
  const { profile: id } = signature;
  const known = [...senders, ...store.destinations.all().map(profileOf)];
  const found = known.find((profile) => profile.id === id) ?? builtInProfile(id);
  if (found === undefined)
    throw fieldError(
      ['profile'],
      `No destination uses the profile "${id}" anymore.`,
      'Pass its definition as profile.',
    );
  return found;
}

function fromMock(
  tools: SignatureTools,
  { mockId, requestId }: NonNullable<Source['received']>,
  { body, profile: chosen }: Source,
): Stored {
  const { mocks } = tools;
  const { name, secret, tls } = mocks.get({ id: mockId });
  const entry = mocks.requests.get({ id: mockId, requestId });
  if (body === undefined && entry.body.truncated)
    throw fieldError(
      ['received', 'requestId'],
      'Only part of this body was kept.',
      'Paste the whole body.',
    );
  const headers = headersOf(entry.headers);
  const scheme = tls === 'none' ? 'http' : 'https';
  return {
    body: bodyBytes(entry),
    secret,
    ...(chosen === undefined && { profile: profileOfEntry(tools, name, entry) }),
    method: entry.method ?? 'POST',
    url: `${scheme}://${headers.host ?? ''}${entry.path ?? ''}`,
    headers,
    receivedAt: entry.receivedAt,
  };
}

function storedOf(tools: SignatureTools, request: Source): Stored {
  if (request.deliveryId !== undefined) return fromDelivery(tools, request.deliveryId, request);
  return request.received === undefined ? {} : fromMock(tools, request.received, request);
}

/** A pasted header line, or the value of the header alone. */
const valueIn = (observed: string, header: string): string => {
  const line = /^\s*([\w-]+)\s*:\s*(.*)$/s.exec(observed);
  return (line?.[1]?.toLowerCase() === header.toLowerCase() ? line[2] : observed) ?? '';
};

/** The headers with the observed signature, which may be the digest alone. */
export function withObserved(
  { profile, headers }: Pick<SignatureSubject, 'profile' | 'headers'>,
  observed: string,
): IncomingHttpHeaders {
  const { signature: scheme } = profile;
  if (observed.trim() === '' || scheme.kind === 'none') return headers;
  const key = scheme.header.toLowerCase();
  const value = valueIn(observed, scheme.header);
  if (scheme.kind === 'token' || signaturesIn(scheme, value).length > 0)
    return { ...headers, [key]: value };
  const { timestamp } = readSignature({ ...profile, signature: scheme }, headers);
  const signatures = scheme.entry.replace('{signature}', () => value);
  return {
    ...headers,
    [key]: fillTemplate(scheme.value, { signatures, timestamp: timestamp?.value ?? '' }),
  };
}

/** Fills missing fields from the delivery or from the request of the mock endpoint. */
export function signedRequest(
  tools: SignatureTools,
  request: Omit<SignatureCheckRequest, 'observed'>,
): SignatureSubject {
  const stored = storedOf(tools, request);
  return {
    body: request.body === undefined ? (stored.body ?? Buffer.alloc(0)) : Buffer.from(request.body),
    secret: request.secret ?? stored.secret ?? '',
    profile:
      request.profile === undefined
        ? (stored.profile ?? profileOf({ profile: defaultProfileId }))
        : profileOf({ profile: request.profile }),
    method: request.method ?? stored.method ?? 'POST',
    url: request.url ?? stored.url ?? '',
    headers: request.headers === undefined ? (stored.headers ?? {}) : headersOf(request.headers),
    receivedAt: request.receivedAt ?? stored.receivedAt ?? tools.clock.now(),
  };
}
