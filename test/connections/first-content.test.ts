/** The sample content of the first start, and its deletion. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openCore, startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName } from '#test/support/used-folder.ts';

it('a sample sent at the first start is delivered with a valid signature', async () => {
  const { core, followed } = await startCore();
  await core.addFirstContent();
  expect(await core.send.now({ sample: 'track', count: 1 })).toMatchObject({ accepted: 1 });
  const delivery = await followed.until(() =>
    [...followed.deliveries.values()].find(({ state }) => state === 'delivered'),
  );
  expect(core.deliveries.get({ id: delivery.id }).expectedSignature).toMatch(/^[0-9a-f]{40}$/);
  const [mock] = core.mocks.list();
  const { items } = core.mockRequests.list({ id: mock?.id ?? '', limit: 5 });
  expect(items).toMatchObject([{ status: 200, signature: { raw: 'match', parsed: 'match' } }]);
});

it('the sample content is created once, and never again after deletion', async () => {
  const dataFolder = temporaryFolder();
  const counts = async (change: 'keep' | 'delete') => {
    const { core, stop } = await openCore({ dataFolder });
    await core.addFirstContent();
    const all = [core.sources.list(), core.destinations.list(), core.mocks.list()];
    if (change === 'delete') {
      for (const { id } of core.sources.list()) await core.sources.remove({ id });
      for (const { id } of core.destinations.list()) await core.destinations.remove({ id });
      for (const { id } of core.mocks.list()) await core.mocks.remove({ id });
    }
    await stop();
    return all.map(({ length }) => length);
  };
  expect(await counts('keep')).toEqual([1, 1, 1]);
  expect(await counts('delete')).toEqual([1, 1, 1]);
  expect(await counts('keep')).toEqual([0, 0, 0]);
});

it('an existing configuration gets no sample content', async () => {
  const { core } = await startCore();
  const source = await core.sources.create({ name: 'Mine', enabled: true });
  await core.addFirstContent();
  expect(core.sources.list()).toEqual([source]);
  expect(core.mocks.list()).toEqual([]);
});

it('the sample content is stored completely or not at all', async () => {
  const { core, dataFolder } = await startCore();
  const db = new Database(join(dataFolder, databaseName));
  db.exec(`CREATE TRIGGER no_destination BEFORE INSERT ON destinations BEGIN
    SELECT RAISE(ABORT, 'The disk failed.'); END`);
  await expect(core.addFirstContent()).rejects.toThrow('The disk failed.');
  expect([core.sources.list(), core.mocks.list()]).toEqual([[], []]);
  db.exec('DROP TRIGGER no_destination');
  db.close();
  await core.addFirstContent();
  expect([core.sources.list(), core.mocks.list(), core.destinations.list()]).toMatchObject([
    [{ name: 'My app' }],
    [{ name: 'my-endpoint' }],
    [{ name: 'My webhook' }],
  ]);
});
