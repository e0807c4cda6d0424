/** Scenario files are checked on a thread, and again only after a change. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { createScenarioChecks } from '#main/scenarios/scenario-checks.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import { startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

vi.mock('#shared/scenarios/read.ts', { spy: true });
beforeEach(() => void vi.mocked(readScenario).mockClear());
const reads = () => vi.mocked(readScenario).mock.calls.length;

const text = `scenario: 1
name: a
use: [shared.yaml]
given: { sources: [{ name: Shop }] }
when: [{ send: { source: Shop, fixture: orders.jsonl } }]
`;

it('are listed without reading one on the main thread', async () => {
  const { core, dataFolder } = await startCore();
  const folder = join(dataFolder, 'scenarios');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.yaml'), text);
  writeFileSync(join(folder, 'other.yaml'), 'kind: Deployment');
  expect((await core.scenarios.list()).files).toEqual([
    { file: 'a.yaml', name: 'a', tags: [], cases: [], problems: 2, runs: [] },
  ]);
  expect(reads()).toBe(0);
});

it('are checked again when what they were checked with has changed', async () => {
  const path = temporaryFolder();
  const write = (file: string, content: string) => writeFileSync(join(path, file), content);
  const { check } = createScenarioChecks();
  write('a.yaml', text);
  const problems: (number | undefined)[] = [];
  for (const change of [
    () => write('shared.yaml', 'variables: {}'),
    () => write('orders.jsonl', '{}'),
    () => rmSync(join(path, 'orders.jsonl')),
    () => symlinkSync(temporaryFolder(), join(path, 'orders.jsonl')),
    () => write('shared.yaml', 'unknown: 1'),
    () => write('a.yaml', `${text}tags: [x]\nunknown: 1\n`),
  ]) {
    change();
    vi.mocked(readScenario).mockClear();
    for (let time = 0; time < 2; time += 1)
      problems.push((await check({ path, root: path, file: 'a.yaml' }))?.problems);
    expect(reads()).toBe(1);
  }
  expect(problems).toEqual([1, 1, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3]);
});

it('other YAML is not built', async () => {
  const path = temporaryFolder();
  const { check } = createScenarioChecks();
  for (const [file, content] of [
    ['other.yaml', 'kind: Deployment'],
    ['escaped.yaml', '"\\u0073cenario": 1'],
  ] as const)
    writeFileSync(join(path, file), content);
  expect(await check({ path, root: path, file: 'other.yaml' })).toBeNull();
  expect(reads()).toBe(0);
  expect(await check({ path, root: path, file: 'escaped.yaml' })).toMatchObject({ name: null });
});

it('no name or tag is listed that is invalid, since it may be long', async () => {
  const path = temporaryFolder();
  const { check } = createScenarioChecks();
  const title = 'a'.repeat(200);
  const checked = (name: string, tags: readonly string[]) => {
    writeFileSync(join(path, 'a.yaml'), JSON.stringify({ scenario: 1, name, tags }));
    return check({ path, root: path, file: 'a.yaml' });
  };
  const tags = Array.from({ length: 50 }, () => title);
  expect(await checked(title, tags)).toMatchObject({ name: title, tags });
  expect(await checked(`${title}a`, [...tags, title])).toMatchObject({ name: null, tags: [] });
  expect(await checked(title, [`${title}a`])).toMatchObject({ name: title, tags: [] });
});
