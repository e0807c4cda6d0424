/** The system's keychain. Only the main process can use it. */
import { safeStorage } from 'electron';
import type { Keychain } from './data-key.ts';

/** Call after Electron is ready. May wait for the user to unlock the keychain. */
export async function systemKeychain(): Promise<Keychain | null> {
  // Without a keyring, Linux "encrypts" with a publicly known password.
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')
    return null;
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
  return {
    seal: (text) => safeStorage.encryptStringAsync(text),
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed))).result,
  };
}
