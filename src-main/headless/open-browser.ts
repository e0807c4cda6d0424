/** Shows the interface in the user's browser, where there is a display to show it on. */
import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

export function hasDisplay(platform: NodeJS.Platform, env: Env): boolean {
  if (platform === 'win32') return true;
  // A Mac reached over the network has a display, but nobody in front of it.
  if (platform === 'darwin') return env.SSH_CONNECTION === undefined;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function opener(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  // No shell: the address holds characters that one would interpret.
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

export function openBrowser(url: string): void {
  if (!hasDisplay(process.platform, process.env)) return;
  const [command, args] = opener(process.platform, url);
  // The address is on the terminal: without an opener the user follows it there.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
