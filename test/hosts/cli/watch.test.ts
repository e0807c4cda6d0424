/** `hookwright run --watch`: changes of files, with runs as stand-ins. */
import { watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlannedRun } from '#main/hosts/cli/scenarios/run-plan.ts';
import { watchRuns } from '#main/hosts/cli/scenarios/watch.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// The product imports it from `node:timers/promises`.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'], fakeNodeBuiltins: true }));
afterEach(() => void vi.useRealTimers());

/** Changes a file, and resolves when the change has been reported. */
async function change(folder: string, name: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, (_, changed) => changed === name && resolve());
  writeFileSync(join(folder, name), 'changed');
  await promise;
  watcher.close();
}

it('reruns everything that changed during a run', async () => {
  const folder = temporaryFolder();
  const names = ['a.yaml', 'b.yaml', 'c.yaml'];
  for (const name of names) writeFileSync(join(folder, name), '');
  const runs = names.map(
    (name) => ({ scenario: { file: join(folder, name), case: null }, paths: [] }) as never,
  ) as readonly PlannedRun[];
  const rounds: (readonly PlannedRun[])[] = [];
  const interrupted = new AbortController();
  await watchRuns([folder], interrupted, async ({ isPicked }) => {
    rounds.push(runs.filter(isPicked));
    if (rounds.length === 1) {
      await change(folder, 'a.yaml');
      expect(vi.getTimerCount()).toBe(1);
      // The event of the first change is complete before the second.
      await vi.advanceTimersToNextTimerAsync();
      await change(folder, 'c.yaml');
    } else if (rounds.flat().at(-1) === runs[2]) interrupted.abort();
    return { runs, reports: [] };
  });
  expect(rounds.flat()).toEqual([...runs, runs[0], runs[2]]);
});
