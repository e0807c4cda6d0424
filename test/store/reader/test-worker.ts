/** The reader thread with the reads of a test. */
import { parentPort } from 'node:worker_threads';
import { fieldError } from '#main/kit/app-error.ts';
import type { Reading, Reads } from '#main/store/reader/reading.ts';
import { serveReads } from '#main/store/reader/serve-reads.ts';

let running = 0;
let counted = 0;

// biome-ignore-start lint/correctness/useYield: short reads have no slices
export const reads = {
  *echo(value: number): Reading<number> {
    return value;
  },
  *running(_query: null): Reading<number> {
    return running;
  },
  *counted(_query: null): Reading<number> {
    return counted;
  },
  *countTo(end: number): Reading<string, number> {
    running += 1;
    try {
      for (counted = 1; counted <= end; counted += 1) yield counted;
      return 'counted';
    } finally {
      running -= 1;
    }
  },
  *endless(_query: null): Reading<never> {
    running += 1;
    try {
      for (;;) yield;
    } finally {
      running -= 1;
    }
  },
  *refuse(_query: null): Reading<never> {
    throw fieldError(['cursor'], 'It is odd.');
  },
  *fail(_query: null): Reading<never> {
    throw new Error('It failed.');
  },
  *crash(_query: null): Reading<never> {
    setImmediate(() => {
      throw new Error('The thread crashed.');
    });
    for (;;) yield;
  },
} satisfies Reads;
// biome-ignore-end lint/correctness/useYield: short reads have no slices

if (parentPort !== null) serveReads(parentPort, reads, () => undefined);
