/** What this host can do, asked as capabilities; null where it cannot. */

import { runCommand } from '#renderer/keyboard/commands.ts';
import { chooseFile, chooseTextFile, growFile, saveTextFile } from './files.ts';
import {
  browserNotifications,
  desktopNotifications,
  type SystemNotification,
  type SystemNotifications,
} from './system-notifications.ts';

interface Host {
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

// What a host that can do more than a browser tab hands to the window as `hookwrightHost`. The
// desktop's preload implements it; each member is a capability, absent where the host lacks it.

/** A command as a native menu shows it. */
interface MenuCommand {
  readonly id: string;
  readonly title: string;
  /** The menu it stands in. */
  readonly section: string;
  /** As the registry writes it, such as `Mod+K`; null for none. */
  readonly shortcut: string | null;
  readonly enabled: boolean;
}

interface HostBridge {
  /** `process.platform` of the host. */
  readonly platform: string;
  /**
   * Asks for a MessagePort to the core, at the start and after a port has closed. It arrives as a
   * window message `{ kind: 'hookwright-port' }` with the port as its first and only one.
   */
  readonly connect?: () => void;
  /** Opens an https address in the user's browser. */
  readonly openExternal?: (url: string) => void;
  readonly showItemInFolder?: (path: string) => void;
  /** Shows a notification of the system; a click brings the window to the front and runs the command. */
  readonly notify?: (notification: SystemNotification) => void;
  readonly setMenu?: (commands: readonly MenuCommand[]) => void;
  /** Tells which command was chosen in a menu; returns how to stop listening. */
  readonly onCommand?: (run: (commandId: string) => void) => () => void;
}

declare global {
  interface Window {
    readonly hookwrightHost?: HostBridge;
  }
}
