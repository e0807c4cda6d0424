/** Starts the app when the user logs in. */
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { makeFolder } from '#core/make-folder.ts';

/** Electron has no login items on Linux. This file is the desktop standard. */
const autostartFile = (): string =>
  join(app.getPath('appData'), 'autostart', 'dev.hookwright.app.desktop');

const quoted = (text: string): string =>
  `"${text.replaceAll(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}"`;

export function setOpenAtLogin(openAtLogin: boolean): void {
  if (process.platform === 'linux') writeAutostartFile(openAtLogin);
  else app.setLoginItemSettings({ openAtLogin });
}

function writeAutostartFile(openAtLogin: boolean): void {
  const file = autostartFile();
  if (!openAtLogin) {
    rmSync(file, { force: true });
    return;
  }
  makeFolder(dirname(file));
  const program = process.env.APPIMAGE ?? process.execPath;
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Hookwright\nExec=${quoted(program)}\nTerminal=false\n`,
  );
}
