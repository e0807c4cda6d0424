/** The default data folder of this system (D3). */

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

interface Environment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const currentEnvironment = (): Environment => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
});

export function systemDataFolder(
  { platform, home, env }: Environment = currentEnvironment(),
): string {
  if (platform === 'win32')
    return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Hookwright');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Hookwright');
  // The XDG base directory specification says to ignore relative paths. The name is the same as
  // Electron's folder, so that the desktop app and this host share their data.
  const configured = env.XDG_CONFIG_HOME;
  const base = configured?.startsWith('/') ? configured : join(home, '.config');
  return join(base, 'Hookwright');
}

// Written to the data folder by a running host, so that the CLI can find it.

const HostAddress = z.object({
  /** URL of the interface, such as `http://127.0.0.1:8378`. */
  url: z.string(),
  token: z.string(),
});
export type HostAddress = z.infer<typeof HostAddress>;

const fileIn = (dataFolder: string): string => join(dataFolder, 'running-host.json');

/** Readable only by this user, because the token grants full access. Clients never see half of it. */
export async function writeHostFile(dataFolder: string, address: HostAddress): Promise<void> {
  const temporary = `${fileIn(dataFolder)}.tmp`;
  // A file left by a killed host would keep its permissions.
  await rm(temporary, { force: true });
  await writeFile(temporary, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  await rename(temporary, fileIn(dataFolder));
}

export const removeHostFile = (dataFolder: string): Promise<void> =>
  rm(fileIn(dataFolder), { force: true });

/** Returns null if the file is missing or can't be read. */
export async function readHostFile(dataFolder: string): Promise<HostAddress | null> {
  try {
    return HostAddress.parse(JSON.parse(await readFile(fileIn(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}
