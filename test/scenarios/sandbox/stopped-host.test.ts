/** A run of a host that stops. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { scenarioHost } from '#main/hosts/sandbox/scenario-host.ts';
import { RunScenarioRequest } from '#shared/scenarios/schema/run.ts';
import { forkBuilt } from '#test/support/fork-built.ts';
import { startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';

beforeAll(ensureBuild);

it('is interrupted, and its report is stored', async () => {
  const [dataFolder, folder] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(folder, 'a.yaml'), 'scenario: 1\nname: a\nwhen: [{ wait: { for: 2h } }]\n');
  const host = scenarioHost(forkBuilt, folder);
  const options = { dataFolder, scenarios: { ...host, folder, examplesFolder: folder } };
  const first = await startCore(options);
  const request = RunScenarioRequest.parse({ file: 'a.yaml', speed: 1, isDetached: true });
  let id = '';
  for await (const update of first.core.scenarios.run(request)) {
    if (update.kind === 'started') id = update.id;
    if (update.kind === 'progress') break;
  }
  await first.stop();
  const { core } = await startCore(options);
  expect(await core.scenarios.report({ id })).toMatchObject({
    report: { verdict: 'inconclusive', inconclusive: [{ code: 'interrupted' }] },
  });
});
