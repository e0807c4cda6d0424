/** Secrets: the data key, which a keychain seals, and what is encrypted with it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { describe, expect, test } from 'vitest';
import { type Keychain, readDataKey } from '#main/hosts/desktop/data-key.ts';
import { windowFolderOf } from '#main/hosts/desktop/folders.ts';
import { systemKeychain } from '#main/hosts/desktop/keychain.ts';
import { dataKeySecretBox } from '#main/hosts/desktop/secret-box.ts';
import { shareWindowsKey } from '#main/hosts/desktop/windows-key.ts';
import { plainSecretBox } from '#main/hosts/headless/plain-secret-box.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Backend = ReturnType<SafeStorage['getSelectedStorageBackend']>;

/** Opens only what it sealed. */
const keychain = (name: string): Keychain => ({
  seal: async (text) => Buffer.from(`${name}:${text}`),
  open: async (sealed) => {
    const [by, text = ''] = Buffer.from(sealed).toString().split(':');
    return by === name ? text : null;
  },
});

describe('the data key', () => {
  test('is created once, in a private file', async () => {
    const folder = temporaryFolder();
    const keys = await Promise.all([1, 2, 3].map(() => readDataKey(folder, keychain('a'))));
    expect(keys[0]).toHaveLength(32);
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(readdirSync(join(folder, 'keys'))).toEqual(['1']);
    const file = join(folder, 'keys', '1');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });
  test('is kept for each keychain that the user switches between', async () => {
    const folder = temporaryFolder();
    const first = await readDataKey(folder, keychain('a'));
    const second = await readDataKey(folder, keychain('b'));
    expect(second).not.toEqual(first);
    expect(await readDataKey(folder, keychain('a'))).toEqual(first);
    expect(await readDataKey(folder, keychain('b'))).toEqual(second);
    writeFileSync(join(folder, 'keys', '1'), 'damaged');
    expect(await readDataKey(folder, keychain('b'))).toEqual(second);
  });
  test('is not replaced if the keychain cannot be used', async () => {
    const folder = temporaryFolder();
    const key = await readDataKey(folder, keychain('a'));
    const locked: Keychain = {
      seal: () => Promise.reject(Error()),
      open: () => Promise.reject(Error()),
    };
    await expect(readDataKey(folder, locked)).rejects.toThrow();
    expect(await readDataKey(folder, keychain('a'))).toEqual(key);
  });
});

describe('the keychain of the system', () => {
  const unavailable =
    'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.';

  /** Chromium's storage, with the mark of what it seals with, and its error for everything else. */
  function storage(
    mark: 'v10' | 'v11' | 'v12',
    error: string,
    backend: Backend = 'gnome_libsecret',
  ) {
    return {
      getSelectedStorageBackend: () => backend,
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text: string) => Buffer.from(`${mark}${text}`),
      decryptStringAsync: async (sealed: Buffer) => {
        if (!sealed.toString().startsWith(mark)) throw new Error(error);
        return { result: sealed.toString().slice(mark.length), shouldReEncrypt: false };
      },
    };
  }
  const keychainOf = async (...given: Parameters<typeof storage>): Promise<Keychain> => {
    const keychain = await systemKeychain(storage(...given), 'linux');
    if (keychain === null) throw new Error('There is no keychain.');
    return keychain;
  };

  test('that refuses access seals nothing with the public password', async () => {
    const folder = temporaryFolder();
    await expect(readDataKey(folder, await keychainOf('v10', unavailable))).rejects.toThrow();
    expect(readdirSync(join(folder, 'keys'))).toEqual([]);
    const key = await readDataKey(folder, await keychainOf('v11', unavailable));
    await expect(readDataKey(folder, await keychainOf('v10', unavailable))).rejects.toThrow();
    expect(readdirSync(join(folder, 'keys'))).toEqual(['1']);
    // Another backend seals, while the one of the key is unavailable.
    await expect(readDataKey(folder, await keychainOf('v12', unavailable))).rejects.toThrow();
    expect(readdirSync(join(folder, 'keys'))).toEqual(['1']);
    expect(await readDataKey(folder, await keychainOf('v11', unavailable))).toEqual(key);
  });
  test('that is another one gets a key of its own', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'keys'));
    writeFileSync(join(folder, 'keys', '1'), Buffer.from('v12 other').toString('base64'));
    const keychain = await keychainOf('v11', 'Error while decrypting the ciphertext.');
    expect(await readDataKey(folder, keychain)).toHaveLength(32);
    expect(readdirSync(join(folder, 'keys'))).toEqual(['1', '2']);
  });
  test('is none where Linux has no keyring; other systems use the same mark', async () => {
    expect(await systemKeychain(storage('v10', '', 'basic_text'), 'linux')).toBeNull();
    for (const platform of ['darwin', 'win32'] as const) {
      const keychain = await systemKeychain(storage('v10', ''), platform);
      expect(await readDataKey(temporaryFolder(), keychain as Keychain)).toHaveLength(32);
    }
  });
});

describe('a secret', () => {
  const key = new Uint8Array(32).fill(7);
  const secret = 'whsec_ü✓';

  test('is encrypted with the key, differently each time', () => {
    const box = dataKeySecretBox(key);
    const [one, other] = [box.seal(secret), box.seal(secret)];
    expect(Buffer.from(one).includes(secret)).toBe(false);
    expect(one).not.toEqual(other);
    expect([box.open(one), box.open(other)]).toEqual([secret, secret]);
    expect(box.isPlain?.(one)).toBe(false);
  });
  test('is not opened with another key, or when it was changed', () => {
    const sealed = dataKeySecretBox(key).seal(secret);
    expect(() => dataKeySecretBox(new Uint8Array(32)).open(sealed)).toThrow();
    expect(() => dataKeySecretBox(null).open(sealed)).toThrow();
    expect(() => plainSecretBox.open(sealed)).toThrow();
    const changed = Uint8Array.from(sealed, (byte, index) => (index === 40 ? byte ^ 1 : byte));
    expect(() => dataKeySecretBox(key).open(changed.subarray(0, sealed.length - 1))).toThrow();
    expect(() => dataKeySecretBox(key).open(sealed.subarray(0, 10))).toThrow();
  });
  test('without a key is plain text, which the headless host opens too', () => {
    const box = dataKeySecretBox(null);
    const sealed = box.seal(secret);
    expect(box.atRest).toBe('plain');
    expect(plainSecretBox.open(sealed)).toBe(secret);
    expect(dataKeySecretBox(key).open(sealed)).toBe(secret);
    expect(dataKeySecretBox(key).isPlain?.(sealed)).toBe(true);
  });
});

describe('the key of the keychain on Windows', () => {
  function folders(workspace: string) {
    const appFolder = temporaryFolder();
    return { appFolder, ownFolder: windowFolderOf(appFolder, workspace) };
  }
  const stateIn = (folder: string): string => join(folder, 'Local State');
  function write(folder: string, text: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(stateIn(folder), text);
  }

  test('is shared with the window of a workspace, also after it was moved', () => {
    const one = folders('C:\\shop');
    write(one.appFolder, 'key');
    shareWindowsKey('win32', one);
    expect(readFileSync(stateIn(one.ownFolder), 'utf8')).toBe('key');
    const other = { ...one, ownFolder: windowFolderOf(one.appFolder, 'C:\\moved') };
    shareWindowsKey('win32', other);
    expect(readFileSync(stateIn(other.ownFolder), 'utf8')).toBe('key');
  });
  test('is taken from the first window, if that was one of a workspace', () => {
    const one = folders('C:\\shop');
    write(one.ownFolder, 'key');
    shareWindowsKey('win32', { ...one, ownFolder: one.appFolder });
    expect(readFileSync(stateIn(one.appFolder), 'utf8')).toBe('key');
  });
  test('is never replaced, and other systems have none', () => {
    const one = folders('C:\\shop');
    write(one.appFolder, 'key');
    shareWindowsKey('linux', one);
    expect(existsSync(stateIn(one.ownFolder))).toBe(false);
    write(one.ownFolder, 'own');
    shareWindowsKey('win32', one);
    expect(readFileSync(stateIn(one.ownFolder), 'utf8')).toBe('own');
  });
});
