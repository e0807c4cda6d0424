/**
 * Random deliveries and bulk actions: the ledger always balances, and a plan says what happens.
 */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { storedDeliveries } from '#test/support/followed.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { openTarget } from '#test/support/target-server.ts';
import { plan, run } from './support.ts';

const filters = [
  '',
  'state:waiting',
  'state:delivered',
  'attempts>=2',
  'not event="Event A"',
  'event="Event B" or state:cancelled',
  'body.event:"Event A"',
] as const;

const step = fc.record({
  action: fc.constantFrom('retry', 'cancel', 'delete'),
  filter: fc.constantFrom(...filters),
});

/** Deliveries of two destinations, one of which is toggled; nothing is in flight afterwards. */
const scene = fc.record({
  events: fc.array(
    fc.record({
      event: fc.constantFrom('Event A', 'Event B', 'Event C'),
      fails: fc.boolean(),
      advanceMs: fc.constantFrom(0, 1_000, 10_000),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  isSecondOff: fc.boolean(),
  fanOut: fc.constantFrom('any', 'each'),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
});

it('any sequence of bulk actions keeps the ledger balanced, and does what was planned', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ events, isSecondOff, fanOut, steps }) => {
      const clock = new FakeClock();
      const started = await openCore({ clock });
      const { core, followed } = started;
      const target = await openTarget();
      try {
        await connect(core, {
          urls: [target.url, `${target.url}/two`],
          retry: steadyRetry,
          fanOut,
        });
        const second = await connect(core, { urls: [`${target.url}/three`], retry: steadyRetry });
        const quiet = () =>
          followed.until(() =>
            [...followed.deliveries.values()].every(
              ({ state, attempts, sending }) => state !== 'waiting' || (attempts > 0 && !sending),
            ),
          );
        for (const { event, fails, advanceMs } of events) {
          target.always(reply(fails ? 500 : 200));
          await send(core, track({ event }));
          await quiet();
          clock.advance(advanceMs);
          await quiet();
        }
        await core.destinations.update({ id: second.id, enabled: !isSecondOff });
        if (isSecondOff)
          await followed.until(() =>
            storedDeliveries(core).every(
              ({ destinationId, state }) => destinationId !== second.id || state !== 'waiting',
            ),
          );
        // Disabled, so that retried deliveries do not start.
        for (const { id } of core.destinations.list())
          await core.destinations.update({ id, enabled: false });
        await followed.retries(0);
        for (const { action, filter } of steps) {
          const planned = await plan(core, action, { filter });
          const done = await run(core, followed, action, {
            ...{ filter, bounds: planned.bounds },
            ...(action === 'retry' && { urls: 'all' }),
          });
          expect(done).toMatchObject({
            state: 'completed',
            totalCount: planned.matchCount,
            doneCount: planned.applyCount,
            skipped: planned.skipped,
          });
          const states = core.ledger.get();
          expect(states.balanced).toBe(true);
          // Due deliveries are paused, because their destination is disabled.
          await followed.until(() => core.ledger.get().waiting === 0);
        }
      } finally {
        await target.close();
        await started.stop();
      }
    }),
    { numRuns: 15 },
  );
});
