/** Other secrets and algorithms, for signatures that a receiver must reject. */
import { generateKeyPairSync } from 'node:crypto';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { keyBytes } from './profile-signature.ts';

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

/** The profile with another hash: SHA-256, or SHA-1 for those that use SHA-256. */
export function withOtherHash(profile: ProviderProfile): ProviderProfile {
  const { signature } = profile;
  if (signature.kind !== 'hmac') return profile;
  const hash = signature.hash === 'sha256' ? 'sha1' : 'sha256';
  return { ...profile, signature: { ...signature, hash } };
}
