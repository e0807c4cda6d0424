/** The disk rejects a copy, or its response. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

async function delivered() {
  const started = await startCore({ expectedErrors: /Can't store/ });
  const target = await startTarget();
  await connect(started.core, { urls: [target.url] });
  const { delivery } = await send(started.core, track());
  await started.followed.state(delivery.id, 'delivered');
  const db = new Database(join(started.dataFolder, 'hookwright.sqlite'));
  /** Makes writes fail, as on a full disk, until the returned function is called. */
  function rejectWrites(what: 'INSERT' | 'UPDATE'): () => void {
    db.exec(`CREATE TRIGGER refuse BEFORE ${what} ON copies BEGIN
      SELECT RAISE(ABORT, 'database or disk is full'); END`);
    return () => {
      db.exec('DROP TRIGGER refuse');
      db.close();
    };
  }
  const sendCopy = () => started.core.copies.send(CopyEdit.parse({ deliveryId: delivery.id }));
  return { ...started, target, rejectWrites, sendCopy };
}

it('a copy that cannot be stored is not sent', async () => {
  const { target, rejectWrites, sendCopy } = await delivered();
  const allowWrites = rejectWrites('INSERT');
  await expect(sendCopy()).rejects.toThrow('disk is full');
  expect(target.requests).toHaveLength(1);
  allowWrites();
  expect(await sendCopy()).toMatchObject({ id: 1, status: 200 });
  expect(target.requests).toHaveLength(2);
});

it('a response that cannot be stored is kept until it can, and sent once', async () => {
  const { core, log, target, rejectWrites, sendCopy } = await delivered();
  const allowWrites = rejectWrites('UPDATE');
  const sending = sendCopy();
  await expect.poll(() => log.errors().length).toBeGreaterThan(0);
  expect(core.copies.get({ id: 1 })).toMatchObject({ state: 'sending', attempt: null });
  allowWrites();
  expect(await sending).toMatchObject({ state: 'accepted', status: 200 });
  expect(target.requests).toHaveLength(2);
});
