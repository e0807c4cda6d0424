/**
 * A reproducible number in [0, 1) from two integers. Uses the mixing steps of MurmurHash3 (public
 * domain): sufficient for jitter, not for secrets.
 */
export function seededFraction(seed: number, step: number): number {
  let hash =
    Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(Math.floor(seed / 2 ** 32) | 0, 0x85ebca6b);
  hash = Math.imul(hash ^ step, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
