/** A response that the disk rejects, and commands before it is stored. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { NewDeletion } from '#shared/audiences/deletion.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

async function started() {
  const clock = new FakeClock();
  const { core, followed, log, dataFolder } = await startCore({
    clock,
    expectedErrors: /Can't store an attempt/,
  });
  const target = await startTarget();
  const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
  const sql = (statement: string): void => {
    const db = new Database(join(dataFolder, 'hookwright.sqlite'));
    db.exec(statement);
    db.close();
  };
  const failed = Promise.withResolvers<void>();
  vi.spyOn(log.log, 'error').mockImplementation(() => failed.resolve());
  return { core, followed, target, destination, sql, failed: failed.promise };
}

const refuse = (what: string): string => `CREATE TRIGGER refuse BEFORE ${what} BEGIN
  SELECT RAISE(ROLLBACK, 'database or disk is full'); END`;
const allowWrites = 'DROP TRIGGER refuse';

/** A delivery whose first attempt has a response that cannot be stored yet. */
async function notStored(status = 500) {
  const all = await started();
  all.sql(refuse('INSERT ON attempts'));
  all.target.respond(reply(status));
  const { delivery } = await send(all.core, track());
  await all.failed;
  return { ...all, id: delivery.id };
}

it('a retry is a conflict until the response is stored, so that nothing overwrites it', async () => {
  const { core, followed, target, sql, id } = await notStored();
  await expect(core.deliveries.retry({ id })).rejects.toThrow('in flight');
  sql(allowWrites);
  await followed.waitsForRetry(id);
  await core.deliveries.retry({ id });
  expect(await followed.state(id, 'delivered')).toMatchObject({ attempts: 2 });
  expect(target.requests).toHaveLength(2);
});

it('a cancelled delivery stays cancelled, and can be retried once the response is stored', async () => {
  const { core, followed, target, sql, id } = await notStored();
  await core.deliveries.cancel({ id });
  await expect(core.deliveries.retry({ id })).rejects.toThrow('in flight');
  sql(allowWrites);
  await followed.until(() => core.deliveries.get({ id }).attemptList.length === 1);
  expect(core.deliveries.get({ id })).toMatchObject({ state: 'cancelled', attempts: 1 });
  await core.deliveries.retry({ id });
  expect(await followed.state(id, 'delivered')).toMatchObject({ attempts: 2 });
  expect(target.requests).toHaveLength(2);
});

it('a delivered delivery cannot be cancelled before it is stored', async () => {
  const { core, followed, sql, id } = await notStored(200);
  await expect(core.deliveries.cancel({ id })).rejects.toThrow('already finished');
  sql(allowWrites);
  expect(await followed.state(id, 'delivered')).toMatchObject({ attempts: 1 });
});

it('a deletion request also cancels it', async () => {
  const { core, followed, target, sql, id } = await notStored();
  await core.settings.update({ cancelPendingOnDeletion: true });
  const { userId } = core.deliveries.get({ id }).message;
  await core.deletions.create(NewDeletion.parse({ userIds: [userId] }));
  // The notice is sent after the others were cancelled.
  await target.received(2);
  sql(allowWrites);
  expect(await followed.state(id, 'cancelled')).toMatchObject({ attempts: 1 });
});

it('the delivery is paused when its destination was disabled meanwhile', async () => {
  const { core, followed, sql, id, destination } = await notStored();
  await core.destinations.update({ id: destination.id, enabled: false });
  await followed.state(id, 'paused');
  sql(allowWrites);
  await followed.until(() => followed.deliveries.get(id)?.attempts === 1);
  expect(followed.deliveries.get(id)).toMatchObject({ state: 'paused' });
});

it('the cancel stays when its undo could not be stored', async () => {
  const { core, followed, target, sql } = await started();
  const released = Promise.withResolvers<void>();
  target.respond(when(released.promise, reply(500)));
  const { delivery } = await send(core, track());
  await target.received(1);
  await core.deliveries.cancel({ id: delivery.id });
  sql(refuse('UPDATE OF cancelled_by ON deliveries'));
  await expect(core.deliveries.undoCancel({ id: delivery.id })).rejects.toThrow('full');
  released.resolve();
  expect(await followed.state(delivery.id, 'cancelled')).toMatchObject({ attempts: 1 });
});
