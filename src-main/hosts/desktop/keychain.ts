/** The system's keychain. Only the main process can use it. */
import type { SafeStorage } from 'electron';
import type { Keychain } from './data-key.ts';

type Storage = Pick<
  SafeStorage,
  | 'decryptStringAsync'
  | 'encryptStringAsync'
  | 'getSelectedStorageBackend'
  | 'isAsyncEncryptionAvailable'
>;

/** Starts what Chromium encrypts on Linux with a password that everyone knows. */
const publicMark = 'v10';

/** Chromium's message while it waits for a keyring, or was refused by it. */
const unavailable = /temporarily unavailable/;

/** Call after Electron is ready. May wait for the user to unlock the keychain. */
export async function systemKeychain(
  storage: Storage,
  platform: NodeJS.Platform,
): Promise<Keychain | null> {
  const onLinux = platform === 'linux';
  if (onLinux && storage.getSelectedStorageBackend() === 'basic_text') return null;
  if (!(await storage.isAsyncEncryptionAvailable())) return null;
  return {
    async seal(text) {
      const sealed = await storage.encryptStringAsync(text);
      // Without access to the keyring, Chromium falls back to the public password and doesn't say so.
      if (onLinux && sealed.subarray(0, publicMark.length).toString() === publicMark)
        throw new Error('The keyring refused access.');
      return sealed;
    },
    async open(sealed) {
      try {
        return (await storage.decryptStringAsync(Buffer.from(sealed))).result;
      } catch (error) {
        if (unavailable.test(String(error))) throw error;
        return null;
      }
    },
  };
}
