/** Installs the command line of this app as `hookwright`. */
import { existsSync, lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '#main/kit/files.ts';
import type { CommandLineTool } from '#shared/settings/desktop.ts';
import { appImageOf, type Installation, thisInstallation } from './installation.ts';

interface Place extends Installation {
  /** The command line in the app's resources. */
  readonly target: string;
  readonly home: string;
}

export const thisPlace = (resources: string): Place => ({
  ...thisInstallation,
  target: join(resources, 'cli', 'bin', 'hookwright'),
  home: homedir(),
});

/** A folder that the user can write to and that most shells search. */
const linkIn = (home: string): string => join(home, '.local', 'bin', 'hookwright');

/** Where macOS runs an app that is in a disk image, or wasn't moved since its download. */
const isTransient = ({ platform, program }: Place): boolean =>
  platform === 'darwin' && /^\/Volumes\/|\/AppTranslocation\//.test(program);

/** An AppImage is mounted at another path at each start. Windows needs permission for links. */
const isSupported = (place: Place): boolean =>
  place.platform !== 'win32' &&
  appImageOf(place) === null &&
  !isTransient(place) &&
  existsSync(place.target);

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
  return {
    kind: targetOf(path) === place.target ? 'installed' : 'missing',
    path,
    pathLine: place.platform === 'darwin' ? 'export PATH="$HOME/.local/bin:$PATH"' : null,
  };
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
  symlinkSync(place.target, link);
}
