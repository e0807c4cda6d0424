/** What this host can do, asked as capabilities; null where it cannot. */

import { runCommand } from '#renderer/keyboard/command-store.ts';
import type { MenuCommand } from './bridge.ts';
import { chooseFile, chooseTextFile, growFile, saveTextFile } from './files.ts';
import {
  browserNotifications,
  desktopNotifications,
  type SystemNotifications,
} from './system-notifications.ts';

export interface Host {
  readonly saveTextFile: typeof saveTextFile;
  readonly growFile: typeof growFile;
  readonly chooseFile: typeof chooseFile;
  readonly chooseTextFile: typeof chooseTextFile;
  readonly openExternal: (url: string) => void;
  readonly showItemInFolder: ((path: string) => void) | null;
  readonly notifications: SystemNotifications | null;
  readonly setMenu: ((commands: readonly MenuCommand[]) => void) | null;
  readonly onCommand: (run: (commandId: string) => void) => () => void;
}

function openInNewTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

function neverCommanded(): () => void {
  return () => undefined;
}

const bridge = globalThis.window?.hookwrightHost;

export const host: Host = {
  saveTextFile,
  growFile,
  chooseFile,
  chooseTextFile,
  openExternal: bridge?.openExternal ?? openInNewTab,
  showItemInFolder: bridge?.showItemInFolder ?? null,
  notifications:
    bridge === undefined
      ? browserNotifications(runCommand)
      : bridge.notify === undefined
        ? null
        : desktopNotifications(bridge.notify),
  setMenu: bridge?.setMenu ?? null,
  onCommand: bridge?.onCommand ?? neverCommanded,
};
