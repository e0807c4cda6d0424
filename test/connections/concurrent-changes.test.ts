/** Several users, a script and a configuration file may change the same item concurrently. */
import { expect, it } from 'vitest';
import { NewSource } from '#shared/connections/source.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { startCore } from '#test/support/start-core.ts';

it('concurrent changes of different settings all take effect', async () => {
  const { core } = await startCore();
  const source = await theSource(core);
  const destination = await connect(core);
  await Promise.all([
    core.destinations.update({ id: destination.id, enabled: false }),
    core.destinations.update({ id: destination.id, sharedSecret: 's' }),
    core.destinations.update({ id: destination.id, payloadShape: 'full' }),
    core.sources.update({ id: source.id, name: 'Renamed' }),
    core.sources.update({ id: source.id, enabled: false }),
  ]);
  expect(core.destinations.get({ id: destination.id })).toMatchObject({
    enabled: false,
    sharedSecret: 's',
    payloadShape: 'full',
  });
  expect(core.sources.get({ id: source.id })).toMatchObject({ name: 'Renamed', enabled: false });
});

it('the second of two concurrent changes to the same name is rejected', async () => {
  const { core } = await startCore();
  const outcomes = await Promise.allSettled([
    core.sources.create(NewSource.parse({ name: 'Same', writeKey: 'a' })),
    core.sources.create(NewSource.parse({ name: 'Same', writeKey: 'b' })),
    core.sources.create(NewSource.parse({ name: 'Other', writeKey: 'a' })),
  ]);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'bad_request', issues: [{ path: ['name'] }] } },
    { status: 'rejected', reason: { code: 'bad_request', issues: [{ path: ['writeKey'] }] } },
  ]);
  expect(core.sources.list()).toHaveLength(1);
});

it('concurrently added URLs never exceed five', async () => {
  const { core } = await startCore();
  const urls = [1, 2, 3, 4].map((number) => `http://127.0.0.1:9/${number}`);
  const destination = await connect(core, { urls });
  const webhooks = ['http://127.0.0.1:9/5', ...urls].map((url) => ({ url, headers: {} }));
  const outcomes = await Promise.allSettled([
    core.destinations.update({ id: destination.id, webhooks }),
    core.destinations.update({ id: destination.id, webhookUrl: 'http://127.0.0.1:9/6' }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

it('a change during a deletion is rejected and does not restore the item', async () => {
  const { core } = await startCore();
  const source = await theSource(core);
  const destination = await connect(core);
  const outcomes = await Promise.allSettled([
    core.destinations.remove({ id: destination.id }),
    core.destinations.update({ id: destination.id, name: 'Back' }),
    core.sources.remove({ id: source.id }),
    core.sources.update({ id: source.id, name: 'Back' }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
  expect(core.destinations.list()).toEqual([]);
  expect(core.sources.list()).toEqual([]);
});
