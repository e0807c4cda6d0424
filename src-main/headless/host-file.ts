/** What a running host leaves in its data folder, so that the command line finds it. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const HostAddress = z.object({
  /** Of the interface, such as `http://127.0.0.1:8378`. */
  url: z.string(),
  token: z.string(),
});
export type HostAddress = z.infer<typeof HostAddress>;

const fileIn = (dataFolder: string): string => join(dataFolder, 'running-host.json');

/** For this user's eyes only: whoever knows the token may use everything. */
export async function writeHostFile(dataFolder: string, address: HostAddress): Promise<void> {
  const file = fileIn(dataFolder);
  // One that a killed host left keeps its mode, whatever that is.
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(address)}\n`, { mode: 0o600 });
}

export const removeHostFile = (dataFolder: string): Promise<void> =>
  rm(fileIn(dataFolder), { force: true });

/** Null when there is none, or it cannot be read. */
export async function readHostFile(dataFolder: string): Promise<HostAddress | null> {
  try {
    return HostAddress.parse(JSON.parse(await readFile(fileIn(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}
