/** Links that leave the app, to the user's browser. */
import { shell } from 'electron';
import { showError } from './error-box.ts';

/** Other schemes can start programs. Mock endpoints on this machine have no certificate. */
export function isOutsideLink(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? '');
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

export function openOutside(url: string): void {
  if (!isOutsideLink(url)) return;
  shell.openExternal(url).catch((error: Error) =>
    // The machine may have no browser.
    showError(`Can't open ${url}: ${error.message}`),
  );
}
