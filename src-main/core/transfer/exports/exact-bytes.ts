import type { Bytes } from '#shared/schemas/delivery.ts';
import type { ExactBytes } from '#shared/schemas/exported-delivery.ts';
import { toBytes } from '../../store/bytes.ts';

export const toExactBytes = ({ text, base64 }: Pick<Bytes, 'text' | 'base64'>): ExactBytes =>
  text === null ? { encoding: 'base64', data: base64 ?? '' } : { encoding: 'utf8', data: text };

export const exactBytes = (bytes: Uint8Array): ExactBytes =>
  toExactBytes(toBytes(bytes, bytes.length, false));

/** Text if the bytes are UTF-8, otherwise bytes. */
export const textOrBytes = (bytes: Uint8Array): string | Uint8Array =>
  toBytes(bytes, bytes.length, false).text ?? bytes;
