/**
 * On Windows, Chromium keeps the key of the keychain in the file `Local State` of each instance's folder,
 * sealed for the user. Instances share it by copying, because they share the data key.
 */
import { constants, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#main/kit/files.ts';
import { namesIn, windowsFolder } from './folders.ts';

const name = 'Local State';

/** Call before Electron is ready, which reads the file, or else creates it with a new key. */
export function shareWindowsKey(
  platform: NodeJS.Platform,
  { appFolder, ownFolder }: { readonly appFolder: string; readonly ownFolder: string },
): void {
  const own = join(ownFolder, name);
  if (platform !== 'win32' || existsSync(own)) return;
  const windows = windowsFolder(appFolder);
  const others = namesIn(windows).map((one) => join(windows, one));
  const found = [appFolder, ...others].map((one) => join(one, name)).find(existsSync);
  if (found === undefined) return;
  makeFolder(ownFolder, 0o700);
  copyFileSync(found, own, constants.COPYFILE_EXCL);
}
