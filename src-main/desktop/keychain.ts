/** Seals secrets with the system's keychain if there is one. */
import { safeStorage } from 'electron';
import type { SecretBox } from '#core/ports.ts';

/**
 * The first byte is the format: a keychain may become available or unavailable, and the headless
 * host, which has none, may open the same data folder.
 */
const plainMark = 0;
const keychainMark = 1;

function isSafe(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  // Without a keyring, Linux "encrypts" with a publicly known password.
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

function open(sealed: Uint8Array): string {
  const rest = Buffer.from(sealed.subarray(1));
  switch (sealed[0]) {
    case plainMark:
      return rest.toString('utf8');
    case keychainMark:
      return safeStorage.decryptString(rest);
    default:
      throw new Error("This version can't read the secret's format.");
  }
}

const marked = (mark: number, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.of(mark), bytes]);

const plain: SecretBox = {
  atRest: 'plain',
  seal: (secret) => marked(plainMark, Buffer.from(secret, 'utf8')),
  open,
};

const encrypted: SecretBox = {
  atRest: 'encrypted',
  seal: (secret) => marked(keychainMark, safeStorage.encryptString(secret)),
  open,
  isPlain: (sealed) => sealed[0] === plainMark,
};

/** Call after Electron is ready. */
export function keychainSecretBox(): SecretBox {
  return isSafe() ? encrypted : plain;
}
