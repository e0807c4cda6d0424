/** What was checked is what runs, whatever is in the file when its process starts (D60). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { scenarioHost } from '#main/hosts/sandbox/scenario-host.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import { ExploreRequest } from '#shared/scenarios/schema/exploration.ts';
import {
  RepeatRunRequest,
  RunScenarioRequest,
  type RunUpdate,
} from '#shared/scenarios/schema/run.ts';
import { forkBuilt } from '#test/support/fork-built.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';

beforeAll(ensureBuild);

/** A file can take seconds to read, which would stop the host. */
vi.mock('#shared/scenarios/read.ts', { spy: true });
afterEach(() => expect(readScenario, 'reads on the main thread').not.toHaveBeenCalled());

const file = 'a.yaml';
const checked = 'scenario: 1\nname: checked\nuse: [shared.yaml]\nwhen: [{ finish: {} }]\n';
const shared = 'given:\n  sources: [{ name: Shop }]\n';

const replaced = (url: string): string => `scenario: 1
name: replaced
given:
  servers:
    - { name: shop, url: '${url}', reset: { url: '${url}' }, lookUp: '${url}?id={messageId}' }
  sources: [{ name: Shop }]
  destinations: [{ name: Orders, sharedSecret: s, sources: [Shop], webhooks: [{ server: shop }] }]
when:
  - { http: { url: '${url}' } }
  - { send: { source: Shop, sample: track } }
then:
  - lost: 0
`;

/** In an untrusted workspace, where each run finds its files replaced. */
async function start() {
  const target = await startTarget();
  const folder = temporaryFolder();
  writeFileSync(join(folder, file), checked);
  writeFileSync(join(folder, 'shared.yaml'), shared);
  const replace = (request: { folder: string; file: string }): void => {
    writeFileSync(join(request.folder, request.file), replaced(target.url));
    writeFileSync(join(request.folder, 'shared.yaml'), replaced(target.url));
  };
  const host = scenarioHost(forkBuilt, folder);
  const { core } = await startCore({
    workspace: {
      ...{ folder, isTrusted: () => false, hasChanged: () => false },
      configuration: { destinations: [], mocks: [], variables: [] },
      trust: () => undefined,
    },
    scenarios: {
      ...{ folder, examplesFolder: folder },
      runner(request, signal) {
        replace(request);
        return host.runner(request, signal);
      },
      explorer(request, signal) {
        replace(request);
        return host.explorer(request, signal);
      },
    },
  });
  return { scenarios: core.scenarios, target };
}

async function finished(updates: AsyncIterable<RunUpdate>) {
  for await (const update of updates) if (update.kind === 'finished') return update.run;
  throw new Error('The run has no report.');
}

it('runs, saves and repeats the checked text of a file that was replaced', async () => {
  const { scenarios, target } = await start();
  const first = await finished(scenarios.run(RunScenarioRequest.parse({ file })));
  const again = await finished(scenarios.repeat(RepeatRunRequest.parse({ id: first.id })));
  for (const { id, name, verdict } of [first, again]) {
    expect({ name, verdict }).toEqual({ name: 'checked', verdict: 'passed' });
    expect(await scenarios.inputs({ id })).toMatchObject({ text: checked, checked: { name } });
  }
  expect(await scenarios.exportFile({ file })).toMatchObject({ name: 'a.zip' });
  expect(target.connections).toBe(0);
});

it('explores the checked text of a file that was replaced', async () => {
  const { scenarios, target } = await start();
  const updates = scenarios.explore(ExploreRequest.parse({ file }));
  const exploring = (async () => {
    for await (const _ of updates);
  })();
  // It has no server to explore.
  await expect(exploring).rejects.toMatchObject({ code: 'conflict' });
  expect(target.connections).toBe(0);
});
