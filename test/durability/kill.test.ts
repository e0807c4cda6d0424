/** SIGKILL at random instants under load: no accepted message is lost, no delivery forgotten. */
import { beforeAll, expect, it } from 'vitest';
import { killRun } from '#test/soak/kill-run.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';

const kills = 10;

beforeAll(ensureBuild);

it(`every message that got 200 is delivered, after ${kills} kills at random instants`, async () => {
  const result = await killRun({
    folder: temporaryFolder(),
    seed: Number(process.env.KILL_SEED ?? 1),
    shouldContinue: (before) => before < kills,
  });
  expect(result.lost).toEqual([[], [], []]);
  // Only meaningful under load, killed with requests in flight.
  expect(result.accepted).toBeGreaterThan(2 * kills);
  expect(result.repeated).toBeGreaterThan(0);
  const { ledger, database } = result;
  expect(ledger.balanced).toBe(true);
  expect(ledger.accepted).toBe(result.accepted);
  expect(ledger.delivered).toBe(2 * result.accepted);
  expect(database).toEqual({
    integrity: 'ok',
    dangling: 0,
    counted: { delivered: 2 * result.accepted },
    kept: { delivered: 2 * result.accepted },
    unexplained: 0,
    twice: 0,
  });
  expect(result.stopCode).toBe(0);
});
