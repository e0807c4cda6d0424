/** Verifies the signature of a received request as its sender's provider signs (D55). */

import { jsonExcess, maxParsedBytes } from '#shared/kit/nesting.ts';
import { redactedMark } from '#shared/kit/redacted.ts';
import type { SignatureDetail } from '#shared/mocks/request.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import {
  type ContentScheme,
  digestOf,
  fillTemplate,
  hasDigest,
  isFormTooLong,
  type KeyReading,
  signedBody,
  signedContent,
} from './profile-signature.ts';
import {
  bodyHashOf,
  headerOf,
  readSignature,
  type SignedRequest,
  type SigningProfile,
} from './received-signature.ts';

/** Values take longer to parse than text of the same size. */
const maxParsedValues = 50_000;

/**
 * The re-serialized body, as hashed by a receiver that parses it first. `not_json` includes nesting that no
 * receiver parses.
 */
function reserialized(body: Uint8Array): Uint8Array | 'not_json' | 'not_checked' {
  if (body.length > maxParsedBytes) return 'not_checked';
  const excess = jsonExcess(body, maxParsedValues);
  if (excess !== null) return excess === 'values' ? 'not_checked' : 'not_json';
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString('utf8'))));
  } catch {
    return 'not_json';
  }
}

type Reserialized = ReturnType<typeof reserialized>;

/** What the header claims, and the signature that the body should have. */
interface Expected {
  readonly isValid: boolean;
  /** One valid value of the header; empty if the secret doesn't fit the profile. */
  readonly value: string;
}

/** Null if the secret is no private key. */
function digestOrNull(scheme: ContentScheme, secret: string, content: Uint8Array): string | null {
  try {
    return digestOf(scheme, secret, content);
  } catch {
    return null;
  }
}

/** One valid value of the header. */
function headerValueOf({ entry, value }: ContentScheme, digest: string, timestamp: string): string {
  const signatures = entry.replace('{signature}', () => digest);
  return fillTemplate(value, { signatures, timestamp });
}

/** One valid value of the header; null if the secret is no private key. */
export function expectedValue(
  scheme: ContentScheme,
  secret: string,
  content: Uint8Array,
  timestamp: string,
): string | null {
  const digest = digestOrNull(scheme, secret, content);
  return digest === null ? null : headerValueOf(scheme, digest, timestamp);
}

function expectedOf(
  profile: SigningProfile,
  secret: string,
  { method, url, headers }: SignedRequest,
  body: Uint8Array,
  reading: KeyReading,
): Expected {
  const { signature: scheme } = profile;
  const received = readSignature(profile, headers);
  const timestamp = received.timestamp?.value ?? '';
  const id = (): string => received.id?.value ?? '';
  const content = signedContent(scheme.content, timestamp, {
    ...{ method, url, id },
    body: signedBody(scheme, body),
  });
  const bodyHash = bodyHashOf(profile, { url, body });
  const isBodyHashed = bodyHash === null || bodyHash.received === bodyHash.expected;
  // Once: the content may be large, and the header may hold many signatures.
  const canSign = scheme.kind === 'hmac' || reading === 'any';
  const digest = canSign ? digestOrNull(scheme, secret, content) : null;
  const { signatures } = received;
  return {
    isValid:
      isBodyHashed &&
      (scheme.kind === 'hmac'
        ? digest !== null && signatures.includes(digest)
        : hasDigest(scheme, secret, content, signatures, reading)),
    value: digest === null ? '' : headerValueOf(scheme, digest, timestamp),
  };
}

/** Whether a request has a valid signature of its raw body. */
export function isSignedBy(
  profile: ProviderProfile,
  secret: string,
  request: SignedRequest,
  reading: KeyReading = 'any',
): boolean {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return false;
  const received = headerOf(request.headers, scheme.header);
  if (received === undefined) return false;
  if (scheme.kind === 'token') return received === secret;
  return (
    !isFormTooLong(scheme, request.body) &&
    expectedOf({ ...profile, signature: scheme }, secret, request, request.body, reading).isValid
  );
}

/** Checks both the raw and the re-serialized body, as receivers do in practice. */
function checkBy(
  profile: ProviderProfile,
  secret: string,
  request: SignedRequest,
  reading: KeyReading,
  reserializedBody: () => Reserialized,
): SignatureDetail | null {
  const { signature: scheme } = profile;
  if (scheme.kind === 'none') return null;
  const received = headerOf(request.headers, scheme.header) ?? null;
  const verdictOf = (isValid: boolean) =>
    received === null ? 'missing' : isValid ? 'match' : 'mismatch';
  if (scheme.kind === 'token') {
    const verdict = verdictOf(received === secret);
    return {
      profile: profile.id,
      header: scheme.header,
      received: received && redactedMark,
      raw: verdict,
      parsed: verdict,
      expectedRaw: redactedMark,
      expectedParsed: redactedMark,
    };
  }
  const signing = { ...profile, signature: scheme };
  if (isFormTooLong(scheme, request.body)) {
    const verdict = received === null ? 'missing' : 'not_checked';
    return {
      ...{ profile: profile.id, header: scheme.header, received },
      ...{ raw: verdict, parsed: verdict, expectedRaw: '', expectedParsed: null },
    };
  }
  const parsed = reserializedBody();
  const expected = expectedOf(signing, secret, request, request.body, reading);
  const expectedOfParsed =
    typeof parsed === 'string' ? parsed : expectedOf(signing, secret, request, parsed, reading);
  return {
    profile: profile.id,
    header: scheme.header,
    received,
    raw: verdictOf(expected.isValid),
    ...(typeof expectedOfParsed === 'string'
      ? { parsed: expectedOfParsed, expectedParsed: null }
      : { parsed: verdictOf(expectedOfParsed.isValid), expectedParsed: expectedOfParsed.value }),
    expectedRaw: expected.value,
  };
}

/** Better verdicts first. */
const order = ['match', 'not_checked', 'mismatch', 'missing'] as const;

/**
 * Checks by the profiles of the destinations that send to a mock endpoint: one of them must match. Null if a
 * request is unsigned as one of them sends it.
 */
export function checkSignature(
  profiles: readonly ProviderProfile[],
  secret: string,
  request: SignedRequest,
  reading: KeyReading = 'any',
): SignatureDetail | null {
  let parsed: Reserialized | null = null;
  const parsedOnce = () => {
    parsed ??= reserialized(request.body);
    return parsed;
  };
  const [best] = profiles
    .map((profile) => checkBy(profile, secret, request, reading, parsedOnce))
    .filter((detail) => detail !== null)
    .sort((a, b) => order.indexOf(a.raw) - order.indexOf(b.raw));
  const mayBeUnsigned = profiles.some(({ signature }) => signature.kind === 'none');
  return best === undefined || (best.raw === 'missing' && mayBeUnsigned) ? null : best;
}
