/** Polls in hooks, where `expect.poll` is not available, with its patience. */
import { vi } from 'vitest';
import { patienceMs } from '../../scripts/test-patience.mjs';

export const until = (assertion: () => Promise<void>): Promise<void> =>
  vi.waitFor(assertion, { timeout: patienceMs.expect, interval: 20 });
