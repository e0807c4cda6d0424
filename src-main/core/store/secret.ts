/** Secrets in a column: sealed, and empty where there is none. */
import type { SecretBox } from '../ports.ts';

export const sealSecret = (box: SecretBox, secret: string): Uint8Array =>
  secret === '' ? new Uint8Array() : box.seal(secret);

/** A secret that another user or machine sealed cannot be read here. */
export function readSecret(
  box: SecretBox,
  sealed: Uint8Array,
): { readonly secret: string; readonly readable: boolean } {
  if (sealed.length === 0) return { secret: '', readable: true };
  try {
    return { secret: box.open(sealed), readable: true };
  } catch {
    return { secret: '', readable: false };
  }
}
