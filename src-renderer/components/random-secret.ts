/** As many random bytes as the digest; more would not be stronger. */
const secretBytes = 20;

/** A new shared secret in hex. */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
