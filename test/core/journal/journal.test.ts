/** Entries are stored, and deleted beyond the limits. */
import { expect, it } from 'vitest';
import { maxJournalEntries } from '#shared/schemas/journal.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { openCore, type StartedCore } from '#test/support/start-core.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';

const add = ({ core }: StartedCore, operation: string, input: unknown = {}) =>
  core.journal.add({ ...core.journal.call(), operation, input, before: undefined, resultId: null });

const operations = ({ core }: StartedCore) => core.journal.all().map(({ operation }) => operation);

it('survives a restart, for 24 hours', async () => {
  const dataFolder = makeFolder();
  const clock = new FakeClock();
  const first = await openCore({ clock, dataFolder });
  await add(first, 'first');
  await first.stop();
  const second = await openCore({ clock, dataFolder });
  expect(operations(second)).toEqual(['first']);
  clock.advance(23 * 3_600_000);
  await add(second, 'second');
  expect(operations(second)).toEqual(['first', 'second']);
  clock.advance(3_600_001);
  expect(operations(second)).toEqual(['second']);
  await second.stop();
  removeFolder(dataFolder);
});

it('keeps at most 10,000 entries, and cuts long inputs', async () => {
  const started = await openCore({ clock: new FakeClock() });
  await add(started, 'long', { userIds: Array.from({ length: 5_000 }, (_, n) => `user-${n}`) });
  expect(started.core.journal.all()).toMatchObject([{ input: null, isInputCut: true }]);
  await Promise.all(Array.from({ length: maxJournalEntries }, (_, n) => add(started, `o${n}`)));
  const all = operations(started);
  expect(all).toHaveLength(maxJournalEntries);
  expect(all[0]).toBe('o0');
  await started.stop();
});

it('does not fail an operation whose input is too deep to store', async () => {
  const started = await openCore({ clock: new FakeClock() });
  let input: unknown = {};
  for (let depth = 0; depth < 100_000; depth += 1) input = [input];
  await add(started, 'deep', input);
  expect(operations(started)).toEqual([]);
  await started.stop();
});
