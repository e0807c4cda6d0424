/**
 * What a host that can do more than a browser tab hands to the window as `hookwrightHost`. The
 * desktop's preload implements it; each member is a capability, absent where the host lacks it.
 */

import type { SystemNotification } from './system-notifications.ts';

/** A command as a native menu shows it. */
export interface MenuCommand {
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
