/** The sample content of the first start of the built host. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Mock } from '#shared/mocks/mock.ts';
import { type HostOptions, startHost } from '#test/e2e/support/start-host.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';

beforeAll(ensureBuild);

const nouns = ['sources', 'destinations', 'mocks'];

async function start(options: HostOptions) {
  const host = await startHost({ firstContent: true, ...options });
  onTestFinished(async () => {
    await host.stop();
  });
  const list = (noun: string) => host.api('GET', `/${noun}`) as Promise<{ id: string }[]>;
  return { host, list };
}

test('deleted sample content stays deleted', async () => {
  const dataFolder = temporaryFolder();
  const first = await start({ dataFolder });
  for (const noun of nouns) {
    const things = await first.list(noun);
    expect(things, noun).toHaveLength(1);
    await first.host.api('DELETE', `/${noun}/${things[0]?.id}`);
  }
  await first.host.stop();
  const second = await start({ dataFolder });
  for (const noun of nouns) expect(await second.list(noun), noun).toEqual([]);
});

test('a configuration replaces the sample content', async () => {
  const file = join(temporaryFolder(), 'configuration.json');
  const steps = [{ status: 503, times: 3 }, { status: 200 }];
  writeFileSync(file, JSON.stringify({ mocks: [{ name: 'recovers', steps }] }));
  const { list } = await start({ args: ['--config', file] });
  expect(await list('sources')).toEqual([]);
  const [mock, ...others] = (await list('mocks')) as Mock[];
  expect(others).toEqual([]);
  expect((await fetch(mock?.url ?? '', { method: 'POST' })).status).toBe(503);
});
