/** Capabilities of this host; null where it has none. */

import { create } from 'zustand';
import { runCommand } from '#renderer/kit/keyboard/commands.ts';
import { chooseTheme, useTheme } from '#renderer/styles/theme.ts';
import type {
  DesktopAction,
  DesktopChange,
  DesktopState,
  FindRequest,
  FindResult,
  OpenRequest,
} from '#shared/settings/desktop.ts';
import { chooseFile, saveFile } from './files.ts';
import {
  browserNotifications,
  desktopNotifications,
  type SystemNotification,
  type SystemNotifications,
} from './system-notifications.ts';

interface Host {
  readonly saveFile: typeof saveFile;
  readonly chooseFile: typeof chooseFile;
  readonly openExternal: (url: string) => void;
  readonly showItemInFolder: ((path: string) => void) | null;
  readonly notifications: SystemNotifications | null;
  readonly setMenu: ((commands: readonly MenuCommand[]) => void) | null;
  readonly onCommand: (run: (commandId: string) => void) => () => void;
  readonly find: ((request: FindRequest) => void) | null;
  readonly onFound: ((listener: (result: FindResult) => void) => () => void) | null;
  /** The desktop app itself: tray, updates, crash reports. */
  readonly desktop: DesktopBridge | null;
}

function openInNewTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

function noCommands(): () => void {
  return () => undefined;
}

const bridge = globalThis.window?.hookwrightHost;

export const host: Host = {
  saveFile,
  chooseFile,
  openExternal: bridge?.openExternal ?? openInNewTab,
  showItemInFolder: bridge?.showItemInFolder ?? null,
  notifications:
    bridge === undefined
      ? browserNotifications(runCommand)
      : bridge.notify === undefined
        ? null
        : desktopNotifications(bridge.notify),
  setMenu: bridge?.setMenu ?? null,
  onCommand: bridge?.onCommand ?? noCommands,
  find: bridge?.find ?? null,
  onFound: bridge?.onFound ?? null,
  desktop: bridge?.desktop ?? null,
};

// The `hookwrightHost` object of a host that can do more than a browser tab. The
// desktop app's preload implements it; missing members are missing capabilities.

/** A command for a native menu. */
interface MenuCommand {
  readonly id: string;
  readonly title: string;
  /** The menu that contains it. */
  readonly section: string;
  /** In registry format, such as `Mod+K`; null for none. */
  readonly shortcut: string | null;
  readonly enabled: boolean;
}

interface DesktopBridge {
  /** Reports the state now and after each change; returns an unsubscribe function. */
  readonly subscribe: (listener: (state: DesktopState) => void) => () => void;
  readonly change: (settings: DesktopChange) => void;
  readonly act: (action: DesktopAction) => void;
  /** Deep links and files that the system asks to open. */
  readonly onOpen: (open: (request: OpenRequest) => void) => void;
}

interface HostBridge {
  /** `process.platform` of the host. */
  readonly platform: string;
  /**
   * Requests a MessagePort to the core, at the start and after a port has closed. It arrives as a
   * window message `{ kind: 'hookwright-port' }` with the port as its only one.
   */
  readonly connect?: () => void;
  /** Opens an https URL in the user's browser. */
  readonly openExternal?: (url: string) => void;
  readonly showItemInFolder?: (path: string) => void;
  /** Shows a desktop notification; a click focuses the window and runs the command. */
  readonly notify?: (notification: SystemNotification) => void;
  readonly setMenu?: (commands: readonly MenuCommand[]) => void;
  /** Reports chosen menu commands; returns an unsubscribe function. */
  readonly onCommand?: (run: (commandId: string) => void) => () => void;
  /** Finds text in the page. */
  readonly find?: (request: FindRequest) => void;
  readonly onFound?: (listener: (result: FindResult) => void) => () => void;
  readonly desktop?: DesktopBridge;
}

declare global {
  interface Window {
    readonly hookwrightHost?: HostBridge;
  }
}

// State of the desktop app; null in a browser, and until it is known.

const useState = create<{ readonly state: DesktopState | null }>()(() => ({ state: null }));

export const useDesktopState = (): DesktopState | null => useState(({ state }) => state);

export function followDesktopState(): void {
  host.desktop?.subscribe((state) => {
    useState.setState({ state });
    chooseTheme(state.settings.theme);
  });
  // The title bar and menus follow it too.
  useTheme.subscribe(({ theme }) => {
    const { state } = useState.getState();
    if (state !== null && state.settings.theme !== theme) host.desktop?.change({ theme });
  });
}
