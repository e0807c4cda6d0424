/** Chromium does not know our scheme, so the page uses a substitute address. */
const ours = 'hookwright://app/';
const stands = 'http://hookwright-app.localhost/';

export function toBrowser(url: string): string {
  return url.startsWith(ours) ? stands + url.slice(ours.length) : url;
}

export function fromBrowser(url: string): string {
  return url.startsWith(stands) ? ours + url.slice(stands.length) : url;
}
