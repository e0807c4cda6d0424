/** A failing disk leads to 503, so that clients keep their events and retry (D8). */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { unavailable } from '#main/ingestion/reply.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

/** Messages in the same transaction fail together, and are retried. */
const diskIsFull = /Can't (store|load|pause or resume)/;

/** Makes writes of messages with the event "Fatal" fail, as on a full disk. */
function refuseFatal(dataFolder: string): void {
  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON messages WHEN NEW.label = 'Fatal' BEGIN
    SELECT RAISE(ROLLBACK, 'database or disk is full'); END`);
  db.close();
}

it('a message that cannot be stored gets 503 with Retry-After, and nothing is sent', async () => {
  const { core, dataFolder } = await startCore({ expectedErrors: diskIsFull });
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  refuseFatal(dataFolder);
  const response = await post(core, '/v1/track', track({ event: 'Fatal', messageId: 'm' }));
  expect(response).toMatchObject({
    status: 503,
    json: {
      success: false,
      code: 'unavailable',
      message: expect.stringContaining('Send it again'),
    },
  });
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  expect(core.ledger.get()).toMatchObject({ accepted: 0, routed: 0, balanced: true });
  expect(target.connections).toBe(0);
});

it.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC', 'EROFS'])(
  'the response names the disk if that is the cause: %s',
  (code) => {
    const { status, body } = unavailable(Object.assign(new Error('no'), { code }));
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(new RegExp(`${code}.*disk`)),
    });
  },
);

it('stores nothing of a batch when a part fails', async () => {
  const { core, dataFolder } = await startCore({ expectedErrors: diskIsFull });
  await connect(core);
  refuseFatal(dataFolder);
  const batch = [track(), track({ event: 'Fatal' }), { type: 'track' }];
  expect((await post(core, '/v1/batch', { batch })).status).toBe(503);
  expect(core.messages.list({ limit: 10 }).items).toEqual([]);
  expect(core.rejected.list({ limit: 10 }).items).toEqual([]);
  expect(core.ledger.get()).toMatchObject({ accepted: 0, rejected: 0, balanced: true });
});

it('the same message is accepted once the disk works again', async () => {
  const { core, dataFolder, followed } = await startCore({ expectedErrors: diskIsFull });
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  refuseFatal(dataFolder);
  const message = track({ event: 'Fatal', messageId: 'm' });
  expect((await post(core, '/v1/track', message)).status).toBe(503);
  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  db.exec('DROP TRIGGER refuse');
  db.close();
  expect((await post(core, '/v1/track', message)).status).toBe(200);
  await followed.ledger(({ delivered }) => delivered === 1);
  expect(core.ledger.get()).toMatchObject({ accepted: 1, duplicates: 0 });
});

it('messages that share its transaction get 503 too, and none is partly stored', async () => {
  const { core, dataFolder } = await startCore({ expectedErrors: diskIsFull });
  await connect(core);
  refuseFatal(dataFolder);
  const events = Array.from({ length: 20 }, (_, index) => (index === 10 ? 'Fatal' : `E${index}`));
  const responses = await Promise.all(
    events.map((event) => post(core, '/v1/track', track({ event }))),
  );
  const taken = events.filter((_, index) => responses[index]?.status === 200).sort();
  expect(responses[10]?.status).toBe(503);
  const stored = core.messages
    .list({ limit: 100 })
    .items.map(({ label }) => label)
    .sort();
  expect(stored).toEqual(taken);
  expect(core.ledger.get()).toMatchObject({ accepted: taken.length, balanced: true });
});

it('a destination enabled while the disk is full gets its deliveries when there is space', async () => {
  const clock = new FakeClock();
  const { core, dataFolder, followed } = await startCore({ clock, expectedErrors: diskIsFull });
  const target = await startTarget();
  target.respond(reply(500));
  const destination = await connect(core, { urls: [target.url], retry: steadyRetry });
  const { delivery } = await send(core, track());
  await followed.waitsForRetry(delivery.id);
  await core.destinations.update({ id: destination.id, enabled: false });
  await followed.state(delivery.id, 'paused');
  clock.advance(steadyRetry.baseMs);

  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  db.exec(`CREATE TRIGGER refuse BEFORE UPDATE OF state ON deliveries BEGIN
    SELECT RAISE(ABORT, 'database or disk is full'); END`);
  await core.destinations.update({ id: destination.id, enabled: true });
  await clock.scheduled(clock.now() + 1_000);
  db.exec('DROP TRIGGER refuse');
  db.close();
  clock.advance(1_000);
  await followed.state(delivery.id, 'delivered');
});
