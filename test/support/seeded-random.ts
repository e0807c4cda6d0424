import type { Random } from '#main/kit/ports.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';

/** The same bytes on every run. */
export function seededRandom(seed = 1): Random {
  let step = 0;
  return {
    bytes: (length) =>
      Uint8Array.from({ length }, () => {
        step += 1;
        return Math.floor(seededFraction(seed, step) * 256);
      }),
  };
}
