/** Committed data that could not be synced: no stored request remains unsent. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { run } from '#test/jobs/support.ts';
import { connect } from '#test/support/builders.ts';
import { failSyncOnce } from '#test/support/failing-sync.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

async function delivered(count: number) {
  const started = await startCore({ expectedErrors: /Can't store/ });
  const { core, dataFolder } = started;
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  for (let sent = 0; sent < count; sent += 1) {
    const { delivery } = await send(core, track());
    await started.followed.state(delivery.id, 'delivered');
  }
  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  onTestFinished(() => void db.close());
  const noted = db.prepare<[], number>('SELECT COUNT(*) FROM copies').pluck();
  failSyncOnce(() => (noted.get() ?? 0) > 0);
  return { ...started, target };
}

it('a copy is sent, and its response is kept', async () => {
  const { core, target } = await delivered(1);
  expect(await core.copies.send(CopyEdit.parse({ deliveryId: 1 }))).toMatchObject({
    state: 'accepted',
    status: 200,
  });
  expect(target.requests).toHaveLength(2);
});

it('the copies of a bulk action are sent once each, and the action continues', async () => {
  const { core, followed, target } = await delivered(4);
  await core.settings.update({ webhookConcurrency: 2 });
  expect(await run(core, followed, 'copy', { urls: 'all' })).toMatchObject({
    state: 'completed',
    doneCount: 4,
  });
  expect(target.requests).toHaveLength(8);
  const { items } = core.copies.listAll({ limit: 50 });
  expect(items.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'accepted'));
});
