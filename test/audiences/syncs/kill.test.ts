/** The process is killed during a sync, and the next start continues it (D33, D36). */
import { expect, it } from 'vitest';
import { GenerateRequest } from '#shared/audiences/computation.ts';
import { completed, makeAudience, receivedValues, startSync } from '#test/support/audiences.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Takes far longer than the processes live. */
const members = 400;
const perSecond = 20;

it('a killed sync misses no user and sends no user twice', async () => {
  const target = await startTarget();
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  await connect(first.core, { urls: [target.url], payloadShape: 'full' });
  const { id } = await makeAudience(first.core);
  const request = GenerateRequest.parse({ id, count: members });
  for await (const _ of first.core.audiences.members.generate(request));
  const { id: syncId } = await startSync(first.core, id, perSecond);
  await target.received(10);
  await first.stop();

  for (const count of [25, 40]) {
    const { kill } = await runCoreProcess(dataFolder);
    await target.received(count);
    await kill();
  }

  const clock = new FakeClock();
  clock.advanceTo(Date.now());
  const { core, followed } = await startCore({ dataFolder, clock });
  expect(core.syncs.get({ id: syncId })).toMatchObject({ state: 'running' });
  for (let sent = 0; sent < members; ) {
    sent = core.syncs.get({ id: syncId }).additionsSent;
    clock.advance(1_000);
    const before = sent;
    await followed.until(
      () => before === members || core.syncs.get({ id: syncId }).additionsSent > before,
    );
  }
  expect(await completed(core, followed, syncId)).toMatchObject({ additionsSent: members });
  expect(core.ledger.get()).toMatchObject({
    accepted: members,
    duplicates: 0,
    delivered: members,
    balanced: true,
  });
  // An attempt interrupted by a kill is repeated (D33) with the same messageId.
  const arrived = receivedValues(target, 'big_spenders');
  const messageIds = new Map(arrived.map(({ userId, messageId }) => [userId, messageId]));
  expect(messageIds.size).toBe(members);
  expect(arrived.every(({ userId, messageId }) => messageIds.get(userId) === messageId)).toBe(true);
});
