/** Compiled code is kept between starts: compiling takes a good part of a short run. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Null without a home. Where Node would keep the code, the folder for temporary files, other users can plant some. */
function userCacheFolder(): string | null {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || null;
  // The XDG base directory specification says to ignore relative paths.
  if (process.platform !== 'darwin' && XDG_CACHE_HOME?.startsWith('/')) return XDG_CACHE_HOME;
  if (!HOME?.startsWith('/')) return null;
  return process.platform === 'darwin' ? join(HOME, 'Library', 'Caches') : join(HOME, '.cache');
}

/** Node keeps none where the folder can't be written. `NODE_COMPILE_CACHE` names another folder. */
export function keepCompiledCode(): void {
  const folder = userCacheFolder();
  if (folder !== null) enableCompileCache(join(folder, 'Hookwright', 'compiled'));
}
