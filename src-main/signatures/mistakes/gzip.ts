/** The body as compressed by the gzip implementations of several libraries. */
import { crc32, gzipSync } from 'node:zlib';
import { deflateRaw } from 'pako';
import { did, type Mistake } from './mistake.ts';

export const gzipped = 'the body compressed with gzip, not the bytes that were sent.';

export const gzipMistake: Mistake = {
  ...{ code: 'body_gzip', message: did(`hashed ${gzipped}`), fix: 'raw_body' },
};

/**
 * The gzip header contains the compression level and operating system, which differ between
 * libraries.
 */
export function nodeGzipped(bytes: Buffer, level: number, effort: number): readonly Buffer[] {
  const packed = gzipSync(bytes, { level });
  return [3, 255, 0, 19, 10].map((system) => {
    const variant = Buffer.from(packed);
    variant[8] = effort;
    variant[9] = system;
    return variant;
  });
}

const efforts = { 1: [4, 0], 6: [0], 9: [2, 0] } as const;

/**
 * Python, PHP and Ruby use standard zlib, of which pako 2 is a port; Node's zlib compresses
 * differently. Go's compress/gzip differs from both and can't be reproduced here.
 */
export function systemGzipped(bytes: Buffer, moments: readonly number[]): readonly Buffer[] {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes));
  trailer.writeUInt32LE(bytes.length % 2 ** 32, 4);
  return ([1, 6, 9] as const).flatMap((level) => {
    const packed = deflateRaw(bytes, { level });
    return moments.flatMap((seconds) =>
      efforts[level].flatMap((effort) =>
        [3, 255, 0].map((system) => {
          const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, effort, system]);
          head.writeUInt32LE(seconds, 4);
          return Buffer.concat([head, packed, trailer]);
        }),
      ),
    );
  });
}
