/** Compiled code is kept between starts: compiling takes a good part of a short run. */
import { lstatSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { isOwn, isPrivate, makeFolder } from '#main/kit/files.ts';

/** Null without a home. */
function userCacheFolder(): string | null {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || null;
  // The XDG base directory specification says to ignore relative paths.
  if (process.platform !== 'darwin' && XDG_CACHE_HOME?.startsWith('/')) return XDG_CACHE_HOME;
  if (!HOME?.startsWith('/')) return null;
  return process.platform === 'darwin' ? join(HOME, 'Library', 'Caches') : join(HOME, '.cache');
}

/** Null if other users could plant code in it, as they could where Node would keep it, the folder for temporary files. */
function privateFolder(): string | null {
  const parent = userCacheFolder();
  if (parent === null) return null;
  try {
    makeFolder(parent);
    // Such as that of the user who runs this with sudo.
    if (!isOwn(statSync(parent))) return null;
    const folder = join(parent, 'Hookwright');
    makeFolder(folder, 0o700);
    const found = lstatSync(folder);
    return found.isDirectory() && isPrivate(found) ? folder : null;
  } catch {
    // Such as a home that can't be written.
    return null;
  }
}

/** Does nothing where that isn't safe or possible. */
export function keepCompiledCode(): void {
  const folder = privateFolder();
  if (folder !== null) enableCompileCache(join(folder, 'compiled'));
}
