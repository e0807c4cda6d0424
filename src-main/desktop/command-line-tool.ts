/** Installs the command line of this app as `hookwright`. */
import { existsSync, lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '#core/make-folder.ts';
import type { CommandLineTool } from '#shared/schemas/desktop.ts';

interface Place {
  readonly platform: NodeJS.Platform;
  /** The program in the app's resources. */
  readonly program: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

export const thisPlace = (resources: string): Place => ({
  platform: process.platform,
  program: join(resources, 'cli', 'bin', 'hookwright'),
  home: homedir(),
  env: process.env,
});

/** A folder that the user can write to and that most shells search. */
const linkIn = (home: string): string => join(home, '.local', 'bin', 'hookwright');

/** An AppImage is mounted at another path at each start. Windows needs permission for links. */
const isSupported = ({ platform, program, env }: Place): boolean =>
  platform !== 'win32' && env.APPIMAGE === undefined && existsSync(program);

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

export function commandLineTool(place: Place): CommandLineTool {
  if (!isSupported(place)) return { kind: 'unsupported' };
  const path = linkIn(place.home);
  return { kind: targetOf(path) === place.program ? 'installed' : 'missing', path };
}

/** Replaces a link of another version, but no file of the user. */
export function installCommandLineTool(place: Place): void {
  if (!isSupported(place)) return;
  const link = linkIn(place.home);
  const existing = lstatSync(link, { throwIfNoEntry: false });
  if (existing !== undefined && !existing.isSymbolicLink())
    throw new Error(`${link} already exists. Remove it, then try again.`);
  makeFolder(dirname(link));
  rmSync(link, { force: true });
  symlinkSync(place.program, link);
}
