import { toBase64 } from '#shared/kit/base64.ts';
import type { SignatureScheme } from '#shared/profiles/profile.ts';

/** The name itself, or with the first free number: `My app 2`. */
export function unusedName(name: string, items: readonly { readonly name: string }[]): string {
  const names = new Set(items.map((item) => item.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!names.has(candidate)) return candidate;
  }
}

/** As many random bytes as the digest; more would not be stronger. */
const secretBytes = 20;

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Keys that a provider decodes are longer. */
const keyBytes = 32;

/** A new shared secret, in hex or in the form that the scheme needs. */
export function randomSecret(scheme?: SignatureScheme): string {
  const isDecoded =
    scheme !== undefined &&
    scheme.kind !== 'none' &&
    scheme.kind !== 'token' &&
    scheme.keyForm !== 'text';
  if (!isDecoded) return hexOf(crypto.getRandomValues(new Uint8Array(secretBytes)));
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return `${scheme.keyPrefix}${scheme.keyForm === 'hex' ? hexOf(bytes) : toBase64(bytes)}`;
}
