import { randomBytes } from 'node:crypto';
import type { Random } from './ports.ts';

/** Random numbers from the operating system. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
