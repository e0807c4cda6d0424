/** Encrypts secrets with the data key, which the main process keeps in the system's keychain. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '#main/kit/ports.ts';

/**
 * The first byte is the format: a keychain may become available or unavailable, and the headless
 * host, which has none, may open the same data folder.
 */
const plainMark = 0;
const encryptedMark = 1;

// AES-256-GCM. A random initialization vector is safe for far more secrets than anyone has.
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function encrypt(key: Uint8Array, secret: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(encryptedMark), iv, cipher.getAuthTag(), text]);
}

function decrypt(key: Uint8Array | null, sealed: Uint8Array): string {
  if (key === null) throw new Error("The secret is encrypted, and the keychain isn't available.");
  const iv = sealed.subarray(1, 1 + ivBytes);
  const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  const text = sealed.subarray(1 + ivBytes + tagBytes);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Without a key, new secrets are stored as plain text. */
export function dataKeySecretBox(key: Uint8Array | null): SecretBox {
  const open = (sealed: Uint8Array): string => {
    if (sealed[0] === plainMark) return Buffer.from(sealed.subarray(1)).toString('utf8');
    if (sealed[0] === encryptedMark) return decrypt(key, sealed);
    throw new Error("This version can't read the secret's format.");
  };
  return key === null
    ? {
        atRest: 'plain',
        seal: (secret) => Buffer.concat([Buffer.of(plainMark), Buffer.from(secret, 'utf8')]),
        open,
      }
    : {
        atRest: 'encrypted',
        seal: (secret) => encrypt(key, secret),
        open,
        isPlain: (sealed) => sealed[0] === plainMark,
      };
}
