import type { FullDelivery } from './full-delivery.ts';
import type { FullRequest } from './full-request.ts';

/** Output to write next: UTF-8 text or bytes. */
export type Chunk = string | Uint8Array;

/** Writer for an export format. One instance writes one file. */
export interface FormatWriter {
  start(): Iterable<Chunk>;
  delivery(delivery: FullDelivery): Iterable<Chunk>;
  /** A request in a mock endpoint's log, or a connection without one. */
  request(request: FullRequest): Iterable<Chunk>;
  end(): Iterable<Chunk>;
}

export interface WriterOptions {
  /** Hookwright's version. */
  readonly version: string;
  readonly secrets: boolean;
  /** Start time of the export. */
  readonly now: number;
}
