/** The process ends abruptly: kill -9, a crash, a power failure (D33). */
import { request } from 'undici';
import { expect, it } from 'vitest';
import { connect, writeKey } from '#test/support/builders.ts';
import { basic, track } from '#test/support/ingest-client.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { hang, reply } from '#test/support/target-responses.ts';
import { startTarget, type Target } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** An hour, so that no retry is due during a test. */
const retry = { baseMs: 3_600_000, capMs: 3_600_000, jitter: 0, windowMs: 14_400_000 };

async function setUp(target: Target): Promise<string> {
  const dataFolder = temporaryFolder();
  const { core, stop } = await openCore({ dataFolder });
  await connect(core, { urls: [target.url], payloadShape: 'full', retry });
  await stop();
  return dataFolder;
}

async function run(dataFolder: string) {
  const { reported, kill } = await runCoreProcess(dataFolder);
  if (reported.kind !== 'ready') throw new Error(reported.message);
  /** Sends a message; true when it was accepted. */
  async function post(messageId: string): Promise<boolean> {
    const { statusCode, body } = await request(
      `${reported.kind === 'ready' && reported.ingestUrl}/v1/track`,
      {
        method: 'POST',
        headers: { authorization: basic(writeKey) },
        body: JSON.stringify(track({ messageId })),
      },
    );
    await body.dump();
    return statusCode === 200;
  }
  return { post, kill };
}

const messageIdsAt = (target: Target): readonly string[] =>
  target.requests.map(({ body }) => JSON.parse(body.toString()).messageId);

it('an attempt in flight at a kill is repeated at the next start', async () => {
  const target = await startTarget();
  target.respond(hang);
  const dataFolder = await setUp(target);
  const { post, kill } = await run(dataFolder);
  expect(await post('m-1')).toBe(true);
  await target.received(1);
  await kill();

  const { core, followed } = await startCore({ dataFolder });
  const ledger = await followed.ledger(({ delivered }) => delivered === 1);
  expect(ledger).toMatchObject({ accepted: 1, routed: 1, waiting: 0, balanced: true });
  expect(messageIdsAt(target)).toEqual(['m-1', 'm-1']);
  expect(target.requests[1]?.body).toEqual(target.requests[0]?.body);
  // The interrupted attempt has no response and no record, unlike the repeated one.
  expect(core.deliveries.get({ id: 1 }).attemptList).toHaveLength(1);
});

it('a planned retry is neither lost nor early after a kill', async () => {
  const target = await startTarget();
  target.respond(reply(500));
  const dataFolder = await setUp(target);
  const { post, kill } = await run(dataFolder);
  await post('m-1');
  await target.received(1);
  // The attempt is on disk once the next request has a response, because the store keeps the order.
  await post('m-2');
  await target.received(2);
  await post('m-3');
  await kill();
  const { core, followed } = await startCore({ dataFolder });
  await followed.ledger(({ delivered }) => delivered === 2);
  const waiting = core.deliveries.get({ id: 1 });
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 500 });
  expect(waiting.nextAttemptAt).toBeGreaterThanOrEqual(
    (waiting.firstAttemptAt ?? Number.POSITIVE_INFINITY) + retry.baseMs,
  );
});

it('every accepted message is delivered, however often the process is killed under load', async () => {
  const target = await startTarget();
  const dataFolder = await setUp(target);
  const accepted: string[] = [];
  for (let life = 1; life <= 3; life += 1) {
    const { post, kill } = await run(dataFolder);
    let isAlive = true;
    const sender = async (name: string) => {
      for (let count = 1; isAlive; count += 1) {
        const messageId = `${life}-${name}-${count}`;
        if (await post(messageId).catch(() => false)) accepted.push(messageId);
      }
    };
    const senders = ['a', 'b', 'c', 'd'].map(sender);
    await target.received(target.requests.length + 25 * life);
    isAlive = false;
    await kill();
    await Promise.all(senders);
  }

  const { core, followed } = await startCore({ dataFolder });
  const ledger = await followed.ledger(({ waiting }) => waiting === 0);
  expect(ledger).toMatchObject({ balanced: true, delivered: ledger.accepted });
  expect(ledger.accepted).toBeGreaterThanOrEqual(accepted.length);
  const arrived = new Set(messageIdsAt(target));
  expect(accepted.filter((messageId) => !arrived.has(messageId))).toEqual([]);
  expect(core.ledger.get().routed).toBe(ledger.accepted);
});
