import type { DeliveryInFull } from './delivery-in-full.ts';

/** What is written next: a text as UTF-8, or bytes. */
export type Chunk = string | Uint8Array;

/** One form of export, written piece after piece; an instance writes one file. */
export interface FormatWriter {
  begin(): Iterable<Chunk>;
  delivery(delivery: DeliveryInFull): Iterable<Chunk>;
  end(): Iterable<Chunk>;
}

export interface WriterOptions {
  /** Of the program. */
  readonly version: string;
  readonly secrets: boolean;
  /** When the export began. */
  readonly now: number;
}
