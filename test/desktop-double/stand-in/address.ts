import { createHash } from 'node:crypto';
import { app } from './app.ts';

const ours = 'hookwright://app/';

/** Chromium does not know our scheme. As in Electron, each user data folder has storage of its own. */
function substitute(): string {
  const name = createHash('sha256').update(app.getPath('userData')).digest('hex').slice(0, 16);
  return `http://${name}.localhost/`;
}

export function toBrowser(url: string): string {
  return url.startsWith(ours) ? substitute() + url.slice(ours.length) : url;
}

export function fromBrowser(url: string): string {
  const stands = substitute();
  return url.startsWith(stands) ? ours + url.slice(stands.length) : url;
}
