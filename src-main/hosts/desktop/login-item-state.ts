import type { LoginItemSettings } from 'electron';

type Settings = Pick<LoginItemSettings, 'executableWillLaunchAtLogin' | 'openAtLogin' | 'status'>;

/** Whether the system starts the app, as far as the user can see. */
export function isLoginItemOn(
  platform: NodeJS.Platform,
  { executableWillLaunchAtLogin, openAtLogin, status }: Settings,
): boolean {
  // The Task Manager of Windows turns an item off without removing it.
  if (platform === 'win32') return openAtLogin && executableWillLaunchAtLogin;
  return openAtLogin || (platform === 'darwin' && status === 'requires-approval');
}
