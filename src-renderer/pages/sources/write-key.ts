/** Letters and digits only, so that a double click marks the whole key. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** As long as the keys that the core makes. */
const keyLength = 32;
/** The largest multiple of the alphabet in a byte: bytes above it would favour its first letters. */
const fairBytes = Math.floor(256 / alphabet.length) * alphabet.length;

export function newWriteKey(
  randomBytes: (count: number) => Uint8Array = (count) =>
    crypto.getRandomValues(new Uint8Array(count)),
): string {
  let key = '';
  while (key.length < keyLength) {
    const fair = [...randomBytes(keyLength)].filter((byte) => byte < fairBytes);
    key += fair.map((byte) => alphabet[byte % alphabet.length]).join('');
  }
  return key.slice(0, keyLength);
}
