/** Explores the scenario of a YAML text in this process, with real runs. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scenarioFilesOnDisk } from '#main/hosts/cli/scenarios/scenario-files.ts';
import { type ExploreSettings, exploreOne } from '#main/hosts/sandbox/explore-one.ts';
import type { ExploreOptions } from '#main/scenarios/explore/explore.ts';
import { exploreTarget } from '#main/scenarios/explore/target.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import {
  type Disturbance,
  disturbanceKinds,
  type ExplorationReport,
} from '#shared/scenarios/schema/exploration.ts';
import { forkBuilt } from '#test/support/fork-built.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { patienceMs } from '../../../../scripts/test-patience.mjs';

export interface TestExploration {
  readonly report: ExplorationReport;
  /** Tried schedules, without those to shrink a finding. */
  readonly schedules: readonly (readonly Disturbance[])[];
}

export async function exploreText(
  text: string,
  options: Partial<ExploreOptions & Pick<ExploreSettings, 'watchDelay' | 'now'>> = {},
): Promise<TestExploration> {
  const folder = makeFolder();
  const file = join(folder, 'scenario.yaml');
  await writeFile(file, text);
  try {
    const { scenarios, problems } = await readScenario(file, {
      files: scenarioFilesOnDisk,
      set: {},
      environment: {},
      isCheck: false,
    });
    expect(problems, 'problems of the file').toEqual([]);
    const [scenario] = scenarios;
    if (scenario === undefined) throw new Error('The file has no scenario.');
    const schedules: (readonly Disturbance[])[] = [];
    const report = await exploreOne(scenario, exploreTarget(scenario, text, null), {
      ...{ kinds: disturbanceKinds, seed: 1, budgetMs: null, maxRuns: null },
      ...{ position: 0, unchecked: [] },
      exhaustive: null,
      ...{ allowIncomplete: false, responsesOnly: false },
      command: 'hookwright explore scenario.yaml',
      ...options,
      environment: {},
      progress: ({ phase, schedule }) => {
        if (phase === 'searching') schedules.push(schedule);
      },
      run: {
        ...{ version: '0.0.0-test', set: {}, allowOrigins: [], files: scenarioFilesOnDisk },
        startChild: forkBuilt,
        ...{
          stallMs: patienceMs.expect,
          limitMs: patienceMs.test,
          signal: new AbortController().signal,
        },
      },
    });
    return { report, schedules };
  } finally {
    removeFolder(folder);
  }
}
