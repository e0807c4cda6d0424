/** Signs a request as a provider does (D55). */

import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { parseExact } from '#shared/kit/exact-json.ts';
import { type FormField, formFields } from '#shared/kit/form-fields.ts';
import { isNestedTooDeep, maxParsedBytes } from '#shared/kit/nesting.ts';
import type { ProviderProfile, SignatureScheme } from '#shared/profiles/profile.ts';
import { publicKeyForm } from '#shared/profiles/secret.ts';

/** What is signed. `at` is the time of the attempt. */
export interface SignedFacts {
  readonly method: string;
  readonly url: string;
  readonly body: Uint8Array;
  readonly at: number;
  /** The same for each attempt of a delivery. */
  readonly id: () => string;
}

/** Schemes with signed content. */
export type ContentScheme = Exclude<SignatureScheme, { readonly kind: 'none' | 'token' }>;

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Splits a template; every other part is a placeholder. */
export const placeholders =
  /(\{(?:id|timestamp|method|url|body|form|signature|signatures|event|retry)\})/;

/** A template with its placeholders replaced. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template
    .split(placeholders)
    .map((part) => (placeholders.test(part) ? (values[part.slice(1, -1)] ?? '') : part))
    .join('');

/**
 * An ID or event as sent: HTTP allows neither line breaks nor most characters in headers, and receivers
 * remove spaces around values.
 */
export const headerText = (text: string): string =>
  text.replaceAll(/[^ -~]|^ | $/gu, (character) => encodeURIComponent(character.toWellFormed()));

/** A timestamp in the form of the provider. */
export function timestampText(form: ProviderProfile['timestamp'], at: number): string {
  switch (form) {
    case 'seconds':
      return String(Math.floor(at / 1_000));
    case 'milliseconds':
      return String(at);
    case 'iso':
      return new Date(at).toISOString();
  }
}

/** The fields of a form, sorted by name, each name followed by its value, without separators. */
export function formText(fields: readonly FormField[]): string {
  const byName = Map.groupBy(fields, ([name]) => name);
  return [...byName.keys()]
    .sort()
    .flatMap((name) => [...new Set(byName.get(name)?.map(([, value]) => `${name}${value}`))].sort())
    .join('');
}

/** The first byte of an array in JSON, after spaces. */
const isArrayText = (body: Uint8Array): boolean =>
  body.find((byte) => byte > 0x20) === 0x5b && !isNestedTooDeep(body);

/** The array up to the end of its first item, closed. */
function withFirstItem(array: Buffer): Buffer {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < array.length; index += 1) {
    const character = String.fromCharCode(array[index] ?? 0);
    if (character === '"') isInText = !isInText;
    else if (isInText) index += character === '\\' ? 1 : 0;
    else if ('[{'.includes(character)) depth += 1;
    else if (']}'.includes(character)) depth -= 1;
    else if (character === ',' && depth === 1)
      return Buffer.concat([array.subarray(0, index), Buffer.from(']')]);
  }
  return array;
}

/** The body as a scheme signs it: of a batch, maybe the first item only. */
export function signedBody(scheme: SignatureScheme, body: Uint8Array): Uint8Array {
  if (!('batches' in scheme) || scheme.batches === 'whole' || !isArrayText(body)) return body;
  const array = Buffer.from(body);
  const parsed = array.length > maxParsedBytes ? withFirstItem(array) : array;
  if (parsed.length > maxParsedBytes) return body;
  try {
    const [first] = parseExact(parsed.toString('utf8')) as unknown[];
    return first === undefined ? body : Buffer.from(JSON.stringify(first));
  } catch {
    return body;
  }
}

/** Whether a signature is not checked: reading the fields of the form would take too long (D62). */
export const isFormTooLong = (scheme: ContentScheme, body: Uint8Array): boolean =>
  scheme.content.includes('{form}') && body.length > maxParsedBytes;

/** The signed bytes. */
export function signedContent(
  content: string,
  timestamp: string,
  facts: Omit<SignedFacts, 'at'> & { readonly form?: () => string },
): Uint8Array {
  if (content === '{body}') return facts.body;
  const parts = content.split(placeholders).map((part): Uint8Array | string => {
    switch (part) {
      case '{body}':
        return facts.body;
      case '{form}':
        return facts.form?.() ?? formText(formFields(Buffer.from(facts.body).toString('utf8')));
      case '{id}':
        return headerText(facts.id());
      case '{timestamp}':
        return timestamp;
      case '{method}':
        return facts.method;
      case '{url}':
        return facts.url;
      default:
        return part;
    }
  });
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

const withoutPrefix = (secret: string, prefix: string): string =>
  secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;

/** The bytes of a secret. */
export function keyBytes({ keyForm, keyPrefix }: ContentScheme, secret: string): Buffer {
  const text = withoutPrefix(secret, keyPrefix);
  return keyForm === 'text' ? Buffer.from(secret, 'utf8') : Buffer.from(text, keyForm);
}

/** Throws for a key of another algorithm or curve, which Node would sign and verify with. */
function checked({ kind }: ContentScheme, key: KeyObject): KeyObject {
  const isRight =
    kind === 'ed25519'
      ? key.asymmetricKeyType === kind
      : key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  if (!isRight) throw new Error('The key has another algorithm or curve.');
  return key;
}

/** OpenSSL ignores what follows a key. */
function requireEd25519Length(bytes: Buffer): void {
  if (bytes.length !== 32) throw new Error('A key of Ed25519 has 32 bytes.');
}

/** The private key of an asymmetric scheme. Throws if the secret is none. */
export function privateKey(scheme: ContentScheme, secret: string): KeyObject {
  const bytes = keyBytes(scheme, secret);
  if (scheme.kind === 'ed25519' && bytes.length !== 64) requireEd25519Length(bytes);
  const key = createPrivateKey({
    // A seed may be followed by the public key.
    key: scheme.kind === 'ed25519' ? Buffer.concat([ed25519Prefix, bytes.subarray(0, 32)]) : bytes,
    format: 'der',
    type: 'pkcs8',
  });
  return checked(scheme, key);
}

/** What is wrong with the private key of an asymmetric scheme, and the fix; null if nothing is. */
export function keyProblem(scheme: SignatureScheme, secret: string): string | null {
  if (secret === '' || (scheme.kind !== 'ed25519' && scheme.kind !== 'ecdsa_p256')) return null;
  try {
    privateKey(scheme, secret);
    return null;
  } catch {
    const [name, form] =
      scheme.kind === 'ed25519' ? ['Ed25519', 'its 32 bytes'] : ['P-256', 'PKCS #8'];
    return `Shared secret must be a private ${name} key: ${form}. Generate one.`;
  }
}

/** The public key that receivers use, in the provider's form; null for shared secrets. */
export function publicKeyText(scheme: SignatureScheme, secret: string): string | null {
  if (scheme.kind !== 'ed25519' && scheme.kind !== 'ecdsa_p256') return null;
  const der = createPublicKey(privateKey(scheme, secret)).export({ format: 'der', type: 'spki' });
  const bytes = scheme.kind === 'ed25519' ? der.subarray(-32) : der;
  return bytes.toString(scheme.keyForm === 'text' ? 'base64' : scheme.keyForm);
}

/** Of the signed content, in the encoding of the scheme. */
export type Digest = (scheme: ContentScheme, secret: string, content: Uint8Array) => string;

export function digestOf(scheme: ContentScheme, secret: string, content: Uint8Array): string {
  switch (scheme.kind) {
    case 'hmac': {
      const key = scheme.keyForm === 'text' ? secret : keyBytes(scheme, secret);
      return createHmac(scheme.hash, key).update(content).digest(scheme.encoding);
    }
    case 'ed25519':
      return sign(null, content, privateKey(scheme, secret)).toString(scheme.encoding);
    case 'ecdsa_p256':
      return sign('sha256', content, privateKey(scheme, secret)).toString(scheme.encoding);
  }
}

/** The keys that a secret may verify with: receivers of asymmetric signatures know only the public key. */
export interface VerificationKey {
  readonly kind: 'private' | 'public';
  readonly key: KeyObject;
}

/** SPKI of an Ed25519 key up to its 32 bytes (RFC 8410). */
const ed25519PublicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** `public`: a key that may be either one is the public key. */
export type KeyReading = 'any' | 'public';

/** 32 bytes of Ed25519 may be either key. Empty if the secret is none. */
export function verificationKeys(
  scheme: ContentScheme,
  secret: string,
  reading: KeyReading = 'any',
): readonly VerificationKey[] {
  const bytes = keyBytes(scheme, secret);
  const publicKey = (): KeyObject => {
    if (scheme.kind === 'ed25519') requireEd25519Length(bytes);
    return createPublicKey({
      key: scheme.kind === 'ed25519' ? Buffer.concat([ed25519PublicPrefix, bytes]) : bytes,
      format: 'der',
      type: 'spki',
    });
  };
  const attempts = [
    ['private', () => createPublicKey(privateKey(scheme, secret))],
    ['public', publicKey],
  ] as const;
  const keys = attempts.flatMap(([kind, read]) => {
    try {
      return [{ kind, key: checked(scheme, read()) }];
    } catch {
      return [];
    }
  });
  return reading === 'public' ? keys.slice(-1) : keys;
}

/** What is wrong with the key of a sender, and the fix; null if nothing is. Private keys are accepted, too. */
export function verificationKeyProblem(scheme: SignatureScheme, secret: string): string | null {
  const form = publicKeyForm(scheme);
  if (secret === '' || form === null) return null;
  return verificationKeys(scheme as ContentScheme, secret).length > 0
    ? null
    : `Public key must be ${form}. Enter the public key of the sender.`;
}

/** Whether an asymmetric signature is one of the content. Those of P-256 differ each time. */
export function isSignatureWith(
  scheme: ContentScheme,
  key: KeyObject,
  content: Uint8Array,
  text: string,
): boolean {
  const signature = Buffer.from(text, scheme.encoding);
  return (
    signature.toString(scheme.encoding) === text &&
    verify(scheme.kind === 'ed25519' ? null : 'sha256', content, key, signature)
  );
}

/** Each asymmetric signature hashes all of the content. */
const maxVerified = 5;

/** Whether one of the texts is a digest of the content. */
export function hasDigest(
  scheme: ContentScheme,
  secret: string,
  content: Uint8Array,
  texts: readonly string[],
  reading: KeyReading = 'any',
): boolean {
  if (scheme.kind === 'hmac') return texts.includes(digestOf(scheme, secret, content));
  return verificationKeys(scheme, secret, reading).some(({ key }) =>
    texts.slice(0, maxVerified).some((text) => isSignatureWith(scheme, key, content, text)),
  );
}

/**
 * The header with the signature; null without a secret or for providers that don't sign. Several
 * secrets give several signatures where the provider sends them while a secret is rotated.
 */
export function signatureLine(
  { signature: scheme, timestamp: form }: Pick<ProviderProfile, 'signature' | 'timestamp'>,
  secrets: readonly string[],
  facts: SignedFacts,
  digest: Digest = digestOf,
): readonly [name: string, value: string] | null {
  const [secret] = secrets;
  if (secret === undefined || secret === '' || scheme.kind === 'none') return null;
  if (scheme.kind === 'token') return [scheme.header, secret];
  const timestamp = timestampText(form, facts.at);
  const content = signedContent(scheme.content, timestamp, {
    ...facts,
    body: signedBody(scheme, facts.body),
  });
  const used = scheme.separator === null ? [secret] : secrets;
  const signatures = used
    .map((key) => scheme.entry.replace('{signature}', () => digest(scheme, key, content)))
    .join(scheme.separator ?? '');
  return [scheme.header, fillTemplate(scheme.value, { signatures, timestamp })];
}

/** The URL of a request, with the hash of its body where the provider adds it. */
export function requestUrl(
  { bodyHashParameter }: Pick<ProviderProfile, 'bodyHashParameter'>,
  url: string,
  body: Uint8Array,
): string {
  if (bodyHashParameter === null) return url;
  const hash = createHash('sha256').update(body).digest('hex');
  const separator = url.includes('?') ? '&' : '?';
  return `${url}${separator}${bodyHashParameter}=${hash}`;
}
