/** A call rejected for its size keeps no memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Analytics } from '#shared/client/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('a call far over the limit is rejected, and its buffer is released', async () => {
  const analytics = new Analytics('wk');
  const properties = { pad: 'é'.repeat(2_000_000) };
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  expect(() => analytics.track({ userId: 'u', event: 'E', properties })).toThrow(
    'track is 4,000,116 bytes of JSON',
  );
  // Another thread frees what was collected.
  const kept = expect.poll(() => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers - before;
  });
  await kept.toBeLessThan(1_000_000);
});
