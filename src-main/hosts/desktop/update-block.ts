/** Whether the app may replace itself. Otherwise, its package manager or user does. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UpdateBlock } from '#shared/settings/desktop.ts';
import { appImageOf, type Installation, portableFileOf } from './installation.ts';

interface InstalledApp extends Installation {
  readonly resources: string;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** electron-builder writes it into deb, rpm and pacman packages. */
function packageType(resources: string): string | null {
  const file = join(resources, 'package-type');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Homebrew's record of the app, which lies in the applications folder itself. */
const caskFolders = ['/opt/homebrew/Caskroom/hookwright', '/usr/local/Caskroom/hookwright'];

const managedPaths = /[\\/](Caskroom|scoop|WinGet|Chocolatey)[\\/]/i;

function blockOnLinux(installed: InstalledApp): UpdateBlock | null {
  const appImage = appImageOf(installed);
  if (appImage === null || packageType(installed.resources) !== null) return 'package_manager';
  return isWritable(appImage) && isWritable(dirname(appImage)) ? null : 'read_only';
}

/** Null if it may update itself. */
export function updateBlock(installed: InstalledApp): UpdateBlock | null {
  const { platform, program } = installed;
  if (platform === 'linux') return blockOnLinux(installed);
  if (portableFileOf(installed) !== null) return 'portable';
  const isCask = platform === 'darwin' && caskFolders.some(existsSync);
  if (isCask || managedPaths.test(program)) return 'package_manager';
  return isWritable(dirname(program)) ? null : 'read_only';
}
