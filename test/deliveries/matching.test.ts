import { expect, it } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

it('an expensive filter is evaluated between other work, and stops when its caller leaves', async () => {
  const { core } = await startCore();
  await connect(core);
  const { delivery } = await send(core, track({ properties: { text: 'x'.repeat(30_000) } }));
  const filter = Array.from({ length: 100 }, (_, n) => `not body.k${n}:v`).join(' ');
  const few = { filter, ids: [delivery.id, 999_999] };
  expect(await core.deliveries.matching(few)).toEqual({ ids: [delivery.id] });
  const left = new AbortController();
  const asked = core.deliveries.matching(
    { filter, ids: Array.from({ length: 1_000 }, () => delivery.id) },
    left.signal,
  );
  // Runs only when the event loop is released.
  setImmediate(() => left.abort(new Error('left')));
  await expect(asked).rejects.toThrow('left');
});
