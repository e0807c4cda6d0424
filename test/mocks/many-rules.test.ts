/** A change takes as long as what changed, however many mock endpoints and rules there are (D62). */
import { RE2Set } from 're2js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NewMock } from '#shared/mocks/mock.ts';
import { connectOver, serveContract } from '../contract/transports.ts';

const mockWithRules = (name: string, value = name) =>
  NewMock.parse({
    name,
    rules: Array.from({ length: 20 }, (_, rule) => ({
      match: { id: { $match: `${value}-${rule}` } },
      status: 500 + rule,
    })),
  });

const isResponse = (text: string): boolean => text.includes('"nextStep"');

it('reads only the changed mock endpoint again, and checks no stored pattern', async () => {
  const served = await serveContract();
  const { client, close } = await connectOver('MessagePort', served);
  onTestFinished(async () => {
    await close();
    await served.started.stop();
  });
  const { core } = served.started;
  const names = Array.from({ length: 50 }, (_, index) => `r${index}`);
  const mocks = names.map((name) => mockWithRules(name));
  await core.configuration.apply({ sources: [], destinations: [], mocks });
  const { id } = core.mocks.get({ id: 'r9' });
  const { rules } = mockWithRules('r8', 'changed');
  onTestFinished(() => void vi.restoreAllMocks());
  const checked = vi.spyOn(RE2Set.prototype, 'add');
  const parsed = vi.spyOn(JSON, 'parse');

  await core.mocks.update({ id: 'r7', seed: 3 });
  await core.mocks.update({ id: 'r8', rules });
  await core.mocks.remove({ id });
  await core.mocks.restore({ id });
  expect((await client.mocks.list()).map(({ name }) => name)).toEqual(names.toSorted());
  expect((await client.mocks.get({ id: 'r7' })).seed).toBe(3);
  expect(core.mocks.get({ id: 'r8' }).rules).toEqual(rules);
  expect((await core.configuration.get({ secrets: true })).mocks).toHaveLength(50);

  const rows = parsed.mock.calls.filter(([text]) => text.includes('"rules"') && !isResponse(text));
  expect(checked).not.toHaveBeenCalled();
  // Each change reads its row before and after.
  expect(rows.length).toBeLessThanOrEqual(8);
});
