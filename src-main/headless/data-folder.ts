/** The folder where an application keeps its data on this system (D3). */
import { homedir } from 'node:os';
import { join } from 'node:path';

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
