import { toBytes } from '#main/store/bytes.ts';
import type { Bytes } from '#shared/deliveries/delivery.ts';
import type { ExactBytes } from '#shared/deliveries/exported-delivery.ts';
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

export const toExactBytes = ({ text, base64 }: Pick<Bytes, 'text' | 'base64'>): ExactBytes =>
  text === null ? { encoding: 'base64', data: base64 ?? '' } : { encoding: 'utf8', data: text };

export const exactBytes = (bytes: Uint8Array): ExactBytes =>
  toExactBytes(toBytes(bytes, bytes.length, false));

/** Text if the bytes are UTF-8, otherwise bytes. */
export const textOrBytes = (bytes: Uint8Array): string | Uint8Array =>
  toBytes(bytes, bytes.length, false).text ?? bytes;
