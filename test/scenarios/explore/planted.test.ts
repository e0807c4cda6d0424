/** Planted bugs in two languages. `npm run soak -- explore` has all of them. */
import { beforeAll, expect, it } from 'vitest';
import { skipWithout } from '#test/support/skipped.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { exploreReceiver, findingLimits, isInstalled, planted, stepLinesIn } from './planted.ts';

beforeAll(ensureBuild);

const receivers = planted.filter(isInstalled);

/** Schedules instead of a budget, which a busy machine would use up earlier. */
const explore = (name: string, bug: string, kind: string, runs: number, replays = 0) => {
  const receiver = receivers.find(({ language }) => language === name);
  if (receiver === undefined) throw new Error(`${name} is missing.`);
  const flags = ['--disturb', kind, '--runs', `${runs}`, '--allow-incomplete'];
  return exploreReceiver(receiver, bug, { flags, replays });
};

for (const [language, bug, kind] of [
  ['Node', 'check_then_act', 'concurrent'],
  ['Node', 'signature_last', 'forged'],
  ['Python', 'marker_first', 'reorder'],
] as const)
  if (receivers.some((receiver) => receiver.language === language))
    it(`a receiver in ${language} with the bug ${bug} has a finding, which fails again`, async () => {
      const { code, report, replays } = await explore(language, bug, kind, 20, 1);
      expect(code).toBe(1);
      expect(report.finding?.disturbances).toMatchObject([{ kind }]);
      expect(stepLinesIn(report.finding?.text ?? '')).toBeLessThanOrEqual(findingLimits.stepLines);
      expect(replays).toEqual(['failed']);
    });
  else skipWithout(language);

it('a receiver without a bug has no finding', async () => {
  const { code, report } = await explore('Node', 'none', 'concurrent,forged,crash', 3);
  expect(code).toBe(0);
  expect(report).toMatchObject({
    verdict: 'passed',
    unchecked: [],
    coverage: { runs: 3 },
  });
});
