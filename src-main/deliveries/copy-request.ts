/** Builds the exact request of a copy. Missing fields are taken from the delivery. */

import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import { specificationRules } from '#main/kit/http-client/attempt-result.ts';
import { keyProblem, requestUrl } from '#main/signatures/signing/profile-signature.ts';
import { isSignedBy } from '#main/signatures/signing/verify-signature.ts';
import type { StoredDestination } from '#main/store/destinations.ts';
import type { Store } from '#main/store/store.ts';
import { type ProfileChoice, webhooksOf } from '#shared/connections/destination.ts';
import type {
  CopyEdit,
  RecordedSigning,
  SecretOrigin,
  SignatureFit,
  Signing,
} from '#shared/deliveries/copy.ts';
import type { SentRequest } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { isSignatureHeader, profileOf } from '#shared/profiles/profiles.ts';
import { secretProblem } from '#shared/profiles/secret.ts';
import {
  type AttemptFacts,
  signatureOf,
  webhookHeaders,
  wireHeaders,
} from './routing/request-headers.ts';
import { signAs } from './sign-as.ts';

export interface CopyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  /** Time limit, and what a status means. */
  readonly rules: Pick<ProviderProfile, 'timeLimitMs' | 'success'>;
  readonly signing: RecordedSigning;
  readonly signatureFit: SignatureFit;
  readonly expectedSignature: string | null;
  readonly secretOrigin: SecretOrigin;
}

function originalOf(store: Store, deliveryId: number) {
  const delivery = store.deliveries.get(deliveryId);
  const destination = delivery && store.destinations.get(delivery.destinationId);
  if (delivery === undefined || destination === undefined) throw notFound('delivery');
  const { bytes } = store.deliveries.bodyOf(deliveryId);
  if (bytes === null)
    throw new AppError(
      'conflict',
      'The message is not sent to this destination, so there is no request to edit. Send it from Send instead.',
    );
  return { destination, body: bytes, message: store.deliveries.messageFacts(deliveryId) };
}

function targetOf(
  { url, headers }: CopyEdit,
  destination: StoredDestination,
  facts: AttemptFacts,
): { readonly url: string; readonly lines: HeaderLines } {
  const webhooks = webhooksOf(destination);
  const target = url ?? webhooks[0]?.url;
  // Static headers often have credentials of their URL.
  const webhook = webhooks.find((candidate) => candidate.url === target);
  if (target === undefined)
    throw fieldError(['url'], 'The destination has no URL.', 'Enter a URL.');
  const profile = profileOf(destination);
  const lines =
    headers === undefined
      ? webhookHeaders(profile, webhook?.headers ?? {}, facts)
      : renewed(headers, profile, facts);
  return { url: target, lines };
}

/** Edited headers without the old signature, and with the timestamp that the new one is made with. */
export function renewed(
  edited: HeaderLines,
  profile: ProviderProfile,
  facts: AttemptFacts,
): HeaderLines {
  const { signature } = profile;
  const timestamps = profile.headers.filter(([, template]) => template.includes('{timestamp}'));
  const current = new Map(
    webhookHeaders({ ...profile, headers: timestamps }, {}, facts).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return edited
    .filter(
      ([name]) =>
        signature.kind === 'none' || name.toLowerCase() !== signature.header.toLowerCase(),
    )
    .map(([name, value]) => [name, current.get(name.toLowerCase()) ?? value]);
}

function secretOf(
  { secret, url }: CopyEdit,
  destination: StoredDestination,
): { readonly secret: string; readonly origin: SecretOrigin } {
  const { sharedSecret, secretReadable } = destination;
  const isSentAsItIs = profileOf(destination).signature.kind === 'token';
  const isOwnUrl = url === undefined || webhooksOf(destination).some((own) => own.url === url);
  if (secret === undefined && isSentAsItIs && !isOwnUrl)
    throw fieldError(
      ['secret'],
      'The secret of the destination is a token, which is sent only to its own URLs.',
      'Enter a secret.',
    );
  if (secret === undefined && !secretReadable)
    throw fieldError(
      ['secret'],
      "Can't read the destination's secret: another user or program stored it.",
      'Enter it.',
    );
  const usedSecret = secret ?? sharedSecret;
  if (usedSecret === '') return { secret: usedSecret, origin: 'none' };
  return { secret: usedSecret, origin: usedSecret === sharedSecret ? 'destination' : 'typed' };
}

/** Throws an AppError with the field if no request can be built. */
export function requestOf(store: Store, now: number, edit: CopyEdit): CopyRequest {
  const original = originalOf(store, edit.deliveryId);
  const facts: AttemptFacts = { at: now, retry: 0, message: () => original.message };
  const { url, lines } = targetOf(edit, original.destination, facts);
  const { secret, origin } = secretOf(edit, original.destination);
  const body = edit.body === undefined ? original.body : Buffer.from(edit.body);
  return signedRequest({
    method: 'POST',
    url: requestUrl(profileOf(original.destination), url, body),
    lines,
    profile: original.destination.profile,
    facts,
    signing: edit.signing,
    secret,
    secretOrigin: origin,
    body,
    originalBody: original.body,
  });
}

/** Methods whose requests have a Content-Length even without a body, as written by the HTTP client. */
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

const contentLengthOf = (method: string, body: Uint8Array): number | null =>
  body.length > 0 || methodsWithBody.has(method) ? body.length : null;

interface Unsigned {
  readonly method: string;
  readonly url: string;
  /** Without signature and connection headers. */
  readonly lines: HeaderLines;
  readonly profile: ProfileChoice;
  readonly facts: AttemptFacts;
  readonly signing: Signing;
  readonly secret: string;
  readonly secretOrigin: SecretOrigin;
  readonly body: Uint8Array;
  readonly originalBody: Uint8Array;
}

/** Throws an AppError with the field if it can't be signed this way. */
export function signedRequest(unsigned: Unsigned): CopyRequest {
  const { method, url, lines, signing, secret, secretOrigin } = unsigned;
  const { at, message } = unsigned.facts;
  const signer = {
    profile: profileOf(unsigned),
    facts: { method, url, at, id: () => message().id },
    secret,
  };
  const problem =
    secretProblem(signer.profile.signature, secret) ?? keyProblem(signer.profile.signature, secret);
  if (problem !== null) throw fieldError(['secret'], problem);
  const { body, signature } = signAs(signing, signer, unsigned.body, unsigned.originalBody);
  // An ECDSA signature differs each time.
  const expected =
    signing === 'valid'
      ? signature
      : signatureOf(
          { profile: unsigned.profile, sharedSecret: secret },
          url,
          body,
          unsigned.facts,
          method,
        );
  const expectedSignature = expected?.[1] ?? null;
  return {
    method,
    url,
    headers: wireHeaders(url, lines, signature, contentLengthOf(method, body)),
    body,
    rules: signer.profile,
    signing,
    signatureFit:
      expectedSignature === null
        ? 'unsigned'
        : signature?.[1] === expectedSignature
          ? 'valid'
          : 'invalid',
    expectedSignature,
    secretOrigin,
  };
}

const signatureIn = (lines: HeaderLines): string | null =>
  (lines.find(([name]) => name.toLowerCase() === 'x-signature') ??
    lines.find(([name]) => isSignatureHeader(name)))?.[1] ?? null;

/** Whose requests a recorded one may be. */
export interface KnownSigner {
  readonly profile: ProviderProfile;
  readonly secret: string;
}

/** Profiles and secrets of all destinations. */
export const signersOf = (store: Store): KnownSigner[] =>
  store.destinations
    .all()
    .filter(({ sharedSecret }) => sharedSecret !== '')
    .map((destination) => ({ profile: profileOf(destination), secret: destination.sharedSecret }));

/** Keeps the recorded signature. It is valid if one of the signers produces it. */
export function requestAsIs(
  { method, url, headers }: SentRequest,
  body: Uint8Array,
  signers: readonly KnownSigner[],
): CopyRequest {
  const signature = signatureIn(headers);
  const received = {
    ...{ method, url, body },
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  };
  const isKnown =
    signature !== null &&
    signers.some(({ profile, secret }) => isSignedBy(profile, secret, received));
  return {
    method,
    url,
    headers: wireHeaders(url, headers, null, contentLengthOf(method, body)),
    body,
    rules: specificationRules,
    signing: 'as_is',
    signatureFit: signature === null ? 'unsigned' : isKnown ? 'valid' : 'unknown',
    expectedSignature: isKnown ? signature : null,
    secretOrigin: isKnown ? 'destination' : 'none',
  };
}
