/** An audience of 20,000; the bench measures its speed. */
import { expect, it } from 'vitest';
import { ChurnRequest } from '#shared/audiences/audience.ts';
import { GenerateRequest } from '#shared/audiences/computation.ts';
import { makeAudience, startSync } from '#test/support/audiences.ts';
import { connect } from '#test/support/builders.ts';
import { startCore } from '#test/support/start-core.ts';

const members = 20_000;

it('a large audience is planned and synced; the next syncs send only changes', async () => {
  // Without a URL, since sending is tested with the dispatcher.
  const { core, followed } = await startCore();
  await connect(core);
  const { id } = await makeAudience(core);
  for await (const _ of core.audiences.members.generate(
    GenerateRequest.parse({ id, count: members }),
  ));
  const plan = () => core.syncs.plan({ computationId: id });
  expect(plan()).toMatchObject({ additions: members, removals: 0, userCount: members });
  const sync = async () => {
    const { id: syncId } = await startSync(core, id);
    await followed.until(() => core.syncs.get({ id: syncId }).state === 'completed');
    return core.syncs.get({ id: syncId });
  };
  expect(await sync()).toMatchObject({ additionsSent: members });
  expect(core.ledger.get()).toMatchObject({ accepted: members, duplicates: 0 });
  expect(plan()).toMatchObject({ additions: 0, removals: 0, first: null });
  expect(await sync()).toMatchObject({ additions: 0, removals: 0 });
  expect(core.ledger.get().accepted).toBe(members);
  for await (const _ of core.audiences.members.churn(ChurnRequest.parse({ id, percent: 1 })));
  expect(await sync()).toMatchObject({ additionsSent: 200, removalsSent: 200 });
});
