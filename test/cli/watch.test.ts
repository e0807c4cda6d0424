/** `hookwright run --watch`: changes of files, with runs as stand-ins. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { PlannedRun } from '#cli/scenarios/run-plan.ts';
import { watchRuns } from '#cli/scenarios/watch.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** More than the time that joins changes into one event. */
const apartMs = 250;

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
    if (rounds.length === 1)
      for (const name of ['a.yaml', 'c.yaml']) {
        writeFileSync(join(folder, name), 'changed');
        await pause(apartMs);
      }
    else if (rounds.flat().at(-1) === runs[2]) interrupted.abort();
    return { runs, reports: [] };
  });
  expect(rounds.flat()).toEqual([...runs, runs[0], runs[2]]);
});
