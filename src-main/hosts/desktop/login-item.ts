/** Starts the app when the user logs in. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { makeFolder } from '#main/kit/files.ts';
import { portableFileOf, startedProgram, thisInstallation } from './installation.ts';
import { isLoginItemOn } from './login-item-state.ts';

/** Electron has no login items on Linux. This file is the desktop standard. */
const autostartFile = (): string =>
  join(app.getPath('appData'), 'autostart', 'dev.hookwright.app.desktop');

const quoted = (text: string): string =>
  `"${text.replaceAll(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}"`;

const entryOf = (program: string): string =>
  `[Desktop Entry]\nType=Application\nName=Hookwright\nExec=${quoted(program)}\nTerminal=false\n`;

/** The portable app has no place on the machine. */
const isSupported = (): boolean => portableFileOf(thisInstallation) === null;

export function opensAtLogin(): boolean {
  if (process.platform === 'linux') return existsSync(autostartFile());
  return isLoginItemOn(process.platform, app.getLoginItemSettings());
}

export function setOpenAtLogin(openAtLogin: boolean, program = startedProgram(thisInstallation)) {
  if (!isSupported()) return;
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin });
  const file = autostartFile();
  if (!openAtLogin) return rmSync(file, { force: true });
  makeFolder(dirname(file));
  writeFileSync(file, entryOf(program));
}

/** The file of an AppImage is named for its version, so it changes with an update. */
export function refreshLoginItem(program?: string): void {
  try {
    if (process.platform === 'linux' && opensAtLogin()) setOpenAtLogin(true, program);
  } catch {
    // The user's settings are read-only, and so is this one.
  }
}
