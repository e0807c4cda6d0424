/** The address of a running host, in its data folder, so that the command line finds it. */
import { constants } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isPrivate } from '#main/kit/files.ts';
import { isInUse } from '#main/store/folder-lock.ts';
import { isLoopback } from '#shared/kit/loopback.ts';

const HostAddress = z.object({
  /** URL of the interface, such as `http://127.0.0.1:8378`. */
  url: z.url({ protocol: /^http$/ }),
  token: z.string(),
});
export type HostAddress = z.infer<typeof HostAddress>;

export const hostFileIn = (dataFolder: string): string => join(dataFolder, 'running-host.json');

/** Readable only by this user, because the token grants full access. Clients never see half of it. */
export async function writeHostFile(dataFolder: string, address: HostAddress): Promise<void> {
  const temporary = `${hostFileIn(dataFolder)}.tmp`;
  // A file left by a killed host would keep its permissions.
  await rm(temporary, { force: true });
  await writeFile(temporary, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  await rename(temporary, hostFileIn(dataFolder));
}

/** A folder of that name isn't ours. */
export const removeHostFile = (dataFolder: string): Promise<void> =>
  rm(hostFileIn(dataFolder), { force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_FS_EISDIR' && error.code !== 'EISDIR') throw error;
  });

async function readPrivately(file: string): Promise<string | 'foreign'> {
  // Without waiting for a writer if it is a pipe. Windows doesn't have these flags.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await handle.stat();
    return found.isFile() && isPrivate(found) ? await handle.readFile('utf8') : 'foreign';
  } finally {
    await handle.close();
  }
}

/**
 * Null if no host runs: a killed one leaves the file, and any user may listen on its port afterwards. `foreign` if the file
 * is not this user's own, or doesn't name a loopback address. Requests with a token go to its address, so no other user may
 * choose it (D59).
 */
export async function readHostFile(dataFolder: string): Promise<HostAddress | 'foreign' | null> {
  try {
    const text = await readPrivately(hostFileIn(dataFolder));
    if (text === 'foreign') return text;
    const address = HostAddress.parse(JSON.parse(text));
    if (!isLoopback(new URL(address.url).hostname)) return 'foreign';
    return isInUse(dataFolder) ? address : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? 'foreign' : null;
  }
}
