/** Secrets sealed by the system's keychain, where there is one. */
import { safeStorage } from 'electron';
import type { SecretBox } from '#core/ports.ts';

function isSafe(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  // Without a keyring, Linux "encrypts" with a password that everybody knows.
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

const plain: SecretBox = {
  atRest: 'plain',
  seal: (secret) => Buffer.from(secret, 'utf8'),
  open: (sealed) => Buffer.from(sealed).toString('utf8'),
};

const encrypted: SecretBox = {
  atRest: 'encrypted',
  seal: (secret) => safeStorage.encryptString(secret),
  open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
};

/** To be asked once Electron is ready. */
export function keychainSecretBox(): SecretBox {
  return isSafe() ? encrypted : plain;
}
