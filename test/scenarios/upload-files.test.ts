/** A zip of scenarios adds scenarios and their data, and nothing that another program would run. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { createRunHistory } from '#main/scenarios/run-history.ts';
import type { ScenarioChecks } from '#main/scenarios/scenario-checks.ts';
import { createScenarioFolder } from '#main/scenarios/scenario-folder.ts';
import { openUpload } from '#main/scenarios/uploads.ts';
import { createScenarioReader } from '#main/store/reader.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const scenario = `scenario: 1
name: a
given: { sources: [{ name: Shop }] }
when:
  - { send: { source: Shop, fixture: fixtures/orders.jsonl } }
  - { send: { source: Shop, fixture: package.json } }
  - { send: { source: Shop, fixture: used.test.mjs } }
`;

const contents: Readonly<Record<string, string>> = {
  'shop/a.yaml': scenario,
  'shop/fixtures/orders.jsonl': '{}',
  ...Object.fromEntries(
    ['a.test.mjs', 'conftest.py', 'package.json', 'run.sh', 'used.test.mjs', 'unused.jsonl'].map(
      (name) => [`shop/${name}`, 'x'],
    ),
  ),
};

function openZip(bytes: Uint8Array) {
  const { log } = createRecordedLog();
  const checks = createScenarioReader<ScenarioChecks>(log);
  onTestFinished(() => checks.close());
  const path = join(temporaryFolder(), 'shop.zip');
  writeFileSync(path, bytes);
  const folder = temporaryFolder();
  const opened = openUpload(
    { name: 'shop.zip', path },
    {
      folder: createScenarioFolder(folder),
      history: createRunHistory(temporaryFolder()),
      newId: () => 'a',
      checks,
      log,
    },
  );
  const written = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  return { opened, written };
}

const zipped = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    level: 0,
  });

it('adds and lists scenarios and their data only', async () => {
  const { opened, written } = openZip(zipped(contents));
  expect(await opened).toEqual({
    kind: 'files',
    files: ['shop/a.yaml', 'shop/fixtures/orders.jsonl'],
  });
  expect(written()).toEqual(['a.yaml', 'orders.jsonl']);
});

it('adds nothing of a zip that is damaged halfway', async () => {
  const bytes = Buffer.from(zipped(contents));
  // The offset of the last entry, beyond the end.
  bytes.writeUInt32LE(0xffff_ff00, bytes.lastIndexOf('PK\x01\x02') + 42);
  const { opened, written } = openZip(bytes);
  await expect(opened).rejects.toMatchObject({ code: 'conflict' });
  expect(written()).toEqual([]);
});
