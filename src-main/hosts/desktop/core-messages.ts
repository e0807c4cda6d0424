/** Messages between the main process and the core's process. */
import type { ChosenPorts } from '#main/hosts/headless/listen-addresses.ts';
import type { FromMain, ToMain } from '#main/hosts/sandbox/utility-child.ts';
import type { ClockState } from '#shared/clock/clock.ts';

export interface CoreOptions {
  readonly version: string;
  /** Data folder that the user chose. */
  readonly data: string | undefined;
  /** Settings, trusted and recent workspaces: what all instances share. */
  readonly appFolder: string;
  /** Files of this instance, such as its log. */
  readonly ownFolder: string;
  /** Folder of the workspace; null without. */
  readonly workspace: string | null;
  readonly ports: ChosenPorts;
  /** Start without the initial source, mock endpoint and destination. */
  readonly isEmpty: boolean;
  /** Encrypts secrets; null without a keychain to keep it in. */
  readonly dataKey: Uint8Array | null;
}

/** For the tray and updates. */
export interface CoreStatus {
  readonly clock: Pick<ClockState, 'mode' | 'speed'>;
  /** Deliveries that failed for good. */
  readonly failed: number;
  /** A scenario or job runs. */
  readonly isBusy: boolean;
}

export interface StartFailure {
  readonly lines: readonly string[];
  /** False for a bug. */
  readonly isExpected: boolean;
  /** The data is of an older build, and can be moved aside. */
  readonly isOlderData: boolean;
}

export type ToCore =
  /** The first message, and again to move data of an older build aside. */
  | { readonly kind: 'start'; readonly options: CoreOptions; readonly movesOlderAside: boolean }
  /** With the port of a page. */
  | { readonly kind: 'connect' }
  | { readonly kind: 'pause_clock'; readonly isPaused: boolean }
  /** The machine was suspended. */
  | { readonly kind: 'resumed' }
  /** The process ends afterwards. */
  | { readonly kind: 'stop' }
  | FromMain;

export type FromCore =
  | { readonly kind: 'started'; readonly dataFolder: string }
  | ({ readonly kind: 'not_started' } & StartFailure)
  | { readonly kind: 'status'; readonly status: CoreStatus }
  /** Fields of the configuration file that have no value. */
  | { readonly kind: 'missing_secrets'; readonly fields: readonly string[] }
  /** An uncaught error: the state is unknown. */
  | { readonly kind: 'crashed'; readonly error: string }
  | ToMain;
