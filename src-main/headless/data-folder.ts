/** The folder where an application keeps its data on this system (D3). */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const here = (): Surroundings => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
});

export function defaultDataFolder({ platform, home, env }: Surroundings = here()): string {
  if (platform === 'win32')
    return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Hookwright');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Hookwright');
  // The XDG base directory specification asks to ignore relative paths. The name is the one Electron
  // gives its own folder, so that the desktop app and this host show the same data.
  const configured = env.XDG_CONFIG_HOME;
  const base = configured?.startsWith('/') ? configured : join(home, '.config');
  return join(base, 'Hookwright');
}

// What a running host leaves in its data folder, so that the command line finds it.

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
