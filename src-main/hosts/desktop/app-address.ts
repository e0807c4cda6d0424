/** The origin of the interface and documentation, and the file for each URL. */
import { join, normalize, sep } from 'node:path';

export const scheme = 'hookwright';
export const appUrl = `${scheme}://app/`;

export const isAppPage = (url: string): boolean => url.startsWith(appUrl);
export const isDocsPage = (url: string): boolean => url.startsWith(`${appUrl}docs/`);

export interface AppFolders {
  readonly renderer: string;
  readonly docs: string;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Returns null if the URL is malformed or leaves the folder. */
export function fileFor(url: string, { renderer, docs }: AppFolders): string | null {
  const { host, pathname } = new URL(url);
  const path = decoded(pathname.replace(/\/$/, '/index.html'));
  if (host !== 'app' || path === null || path.includes('\0')) return null;
  const folder = isDocsPage(url) ? docs : renderer;
  const file = normalize(join(folder, isDocsPage(url) ? path.slice('/docs'.length) : path));
  return file.startsWith(folder + sep) ? file : null;
}
