/** The origin of the interface's page, and which file stands behind an address of it. */
import { join, normalize, sep } from 'node:path';

export const scheme = 'hookwright';
export const appUrl = `${scheme}://app/`;

export function isAppPage(url: string): boolean {
  return url.startsWith(appUrl);
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Null when the address is malformed or leads out of the folder. */
export function fileFor(url: string, folder: string): string | null {
  const { host, pathname } = new URL(url);
  const path = decoded(pathname === '/' ? '/index.html' : pathname);
  if (host !== 'app' || path === null || path.includes('\0')) return null;
  const file = normalize(join(folder, path));
  return file.startsWith(folder + sep) ? file : null;
}
