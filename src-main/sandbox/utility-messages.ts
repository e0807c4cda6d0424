/**
 * Utility processes of Electron can't start others: the process of a run asks the main process to, and
 * gets a port to the new process.
 */
import type { ChildName, ChildOptions } from './child.ts';

/** A message port of Electron. */
export interface ProcessPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
}

/** `process.parentPort` of a utility process. */
export interface ParentPort {
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly ProcessPort[] }) => void,
  ): unknown;
  postMessage(message: unknown): void;
}

export type ToMain =
  | {
      readonly kind: 'start_child';
      readonly number: number;
      readonly name: ChildName;
      readonly options: ChildOptions;
    }
  | { readonly kind: 'kill_child'; readonly number: number };

export type FromMain =
  /** With a port to the started process. */
  | { readonly kind: 'child_started'; readonly number: number }
  | { readonly kind: 'child_exited'; readonly number: number; readonly how: string };
