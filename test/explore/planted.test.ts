/** Planted bugs in two languages. `npm run soak -- explore` has all of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { skipWithout } from '#test/support/skipped.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { exploreReceiver, isInstalled, planted } from './planted.ts';

beforeAll(ensureBuild);

const selected = [
  { language: 'Node', bug: 'check_then_act', kind: 'concurrent' },
  { language: 'Python', bug: 'marker_first', kind: 'reorder' },
] as const;

describe.each(selected)('a receiver in $language', (one) => {
  const receiver = planted.find(({ language }) => language === one.language);
  if (receiver === undefined || !isInstalled(receiver)) {
    skipWithout(one.language);
    return;
  }

  it(`has a finding with the bug ${one.bug}, which fails again`, async () => {
    const flags = ['--disturb', one.kind];
    const { code, report, replays } = await exploreReceiver(receiver, one.bug, {
      ...{ flags, replays: 2 },
    });
    expect(code).toBe(1);
    expect(report.finding?.disturbances).toMatchObject([{ kind: one.kind }]);
    expect(replays).toEqual(['failed', 'failed']);
  });

  it('has none without a bug', async () => {
    const flags = ['--disturb', one.kind, '--runs', '2'];
    const { code, report } = await exploreReceiver(receiver, 'none', { flags });
    expect(code).toBe(0);
    expect(report).toMatchObject({ verdict: 'passed', unchecked: [], coverage: { runs: 2 } });
  });
});
