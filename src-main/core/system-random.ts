import { randomBytes } from 'node:crypto';
import type { Random } from './ports.ts';

/** Randomness of the operating system. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
