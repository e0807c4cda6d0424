/** Opens the interface in the user's browser if there is a display. */
import { spawn } from 'node:child_process';
import { win32 } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

export function hasDisplay(platform: NodeJS.Platform, env: Env): boolean {
  if (platform === 'win32') return true;
  // A Mac used over SSH has a display, but the user isn't in front of it.
  if (platform === 'darwin') return env.SSH_CONNECTION === undefined;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export function opener(platform: NodeJS.Platform, env: Env, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  // No shell, because the URL contains characters that it would interpret.
  // With its path, because Node on Windows looks for programs in the working directory first.
  if (platform === 'win32') {
    const program = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'rundll32.exe');
    return [program, ['url.dll,FileProtocolHandler', url]];
  }
  return ['xdg-open', [url]];
}

export function openBrowser(url: string): void {
  if (!hasDisplay(process.platform, process.env)) return;
  const [command, args] = opener(process.platform, process.env, url);
  // The terminal shows the URL, so the user can open it without this.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
