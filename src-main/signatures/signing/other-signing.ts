/** Other secrets and algorithms, for signatures that a receiver must reject. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { type ContentScheme, type Digest, digestOf, keyBytes } from './profile-signature.ts';

/** A key of the same form that differs. */
export function otherSecret({ signature }: ProviderProfile, secret: string): string {
  if (signature.kind === 'none' || signature.kind === 'token') return `${secret}-wrong`;
  const asText = (bytes: Buffer): string =>
    signature.keyForm === 'text'
      ? bytes.toString('utf8')
      : `${signature.keyPrefix}${bytes.toString(signature.keyForm)}`;
  if (signature.kind === 'hmac') {
    if (signature.keyForm === 'text') return `${secret}-wrong`;
    return asText(Buffer.concat([keyBytes(signature, secret), Buffer.from('-wrong')]));
  }
  const { privateKey } =
    signature.kind === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  return asText(signature.kind === 'ed25519' ? der.subarray(-32) : der);
}

type HmacScheme = Extract<ContentScheme, { readonly kind: 'hmac' }>;

/** Other schemes have no other digests. */
const ofHmac =
  (digest: (scheme: HmacScheme, secret: string, content: Uint8Array) => string): Digest =>
  (scheme, secret, content) =>
    scheme.kind === 'hmac' ? digest(scheme, secret, content) : digestOf(scheme, secret, content);

/** With another hash: SHA-256, or SHA-1 for schemes that use SHA-256. */
export const withOtherHash = ofHmac((scheme, secret, content) =>
  digestOf({ ...scheme, hash: scheme.hash === 'sha256' ? 'sha1' : 'sha256' }, secret, content),
);

/** What a receiver computes if its secret is not set. */
export const withEmptySecret = ofHmac((scheme, _, content) =>
  digestOf({ ...scheme, keyForm: 'text' }, '', content),
);

/** r and s are 0, in DER: fits any key and content for a verifier that doesn't check their range (CVE-2022-21449). */
export const withZeros: Digest = (scheme) =>
  Buffer.from('3006020100020100', 'hex').toString(scheme.encoding);

/** The plain hash of the content. */
export const withoutSecret = ofHmac(({ hash, encoding }, _, content) =>
  createHash(hash).update(content).digest(encoding),
);
