/** Settings and state of the desktop app, between its main process and its page. */
import { z } from 'zod';

export const DesktopSettings = z.strictObject({
  /** Shows an icon with the state and quick actions. */
  tray: z.boolean(),
  /** Whether the app continues in the tray when its window is closed. */
  keepRunning: z.boolean(),
  openAtLogin: z.boolean(),
  checkForUpdates: z.boolean(),
  updateChannel: z.enum(['stable', 'beta']),
  theme: z.enum(['system', 'light', 'dark']),
  /** Zoom level of Chromium: 0 is 100 %, and each step of 1 is a factor of 1.2. */
  zoomLevel: z.number().min(-8).max(9),
});
export type DesktopSettings = z.infer<typeof DesktopSettings>;

export const defaultDesktopSettings: DesktopSettings = {
  tray: true,
  keepRunning: false,
  openAtLogin: false,
  checkForUpdates: true,
  updateChannel: 'stable',
  theme: 'system',
  zoomLevel: 0,
};

export const DesktopChange = DesktopSettings.partial();
export type DesktopChange = z.infer<typeof DesktopChange>;

/** Why the app doesn't update itself. */
export type UpdateBlock = 'package_manager' | 'portable' | 'read_only' | 'no_source';

export type UpdateState =
  | { readonly kind: 'idle' | 'checking' | 'latest' }
  | { readonly kind: 'managed'; readonly by: UpdateBlock }
  | { readonly kind: 'downloading' | 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Why an update isn't installed now: a scenario or job runs, or other windows of the app are open. */
export type UpdateHold = 'busy' | 'other_windows';

export type CommandLineTool =
  | {
      readonly kind: 'missing' | 'installed';
      readonly path: string;
      /** Shells of macOS don't search its folder until the user adds it. */
      readonly pathLine: string | null;
    }
  /** Install it with npm instead. */
  | { readonly kind: 'unsupported' };

export interface CrashReport {
  readonly name: string;
  readonly time: number;
  readonly bytes: number;
}

export const DesktopAction = z.enum([
  'check_for_updates',
  'restart_to_update',
  'install_command_line_tool',
  'show_crash_reports',
  'delete_crash_reports',
  'dismiss_crash',
  'show_logs',
]);
export type DesktopAction = z.infer<typeof DesktopAction>;

/** `stopped`: the core crashed again after a restart, and waits for the user to decide. */
export type CoreState =
  | { readonly kind: 'starting'; readonly waitsFor: 'keychain' | 'data' }
  | { readonly kind: 'running' | 'stopped' };

export interface FindResult {
  /** Number of the selected match, from 1. */
  readonly active: number;
  readonly matches: number;
}

export interface FindRequest {
  /** Empty text ends the search. */
  readonly text: string;
  readonly isNext: boolean;
  readonly isForward: boolean;
}

export interface DesktopState {
  readonly settings: DesktopSettings;
  readonly core: CoreState;
  /** Cause of the core's last crash, until dismissed. */
  readonly crash: string | null;
  readonly update: UpdateState;
  readonly updateHold: UpdateHold | null;
  readonly commandLineTool: CommandLineTool;
  readonly crashReports: readonly CrashReport[];
}

/** A deep link or a file that the system asked the app to open. */
export type OpenRequest =
  | { readonly kind: 'delivery'; readonly id: number }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
