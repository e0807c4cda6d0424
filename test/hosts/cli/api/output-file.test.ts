import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeOutput } from '#main/hosts/cli/api/output-file.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';

const folder = makeFolder();
const out = join(folder, 'deliveries.json');

afterAll(() => removeFolder(folder));

/** Another program writes the file before this one has ended. */
const writeLate = (yes: boolean) =>
  writeOutput({ out, yes }, async (write) => {
    await write(Buffer.from('ours'));
    writeFileSync(out, 'theirs');
  });

it('keeps a file that appears while its own is written', async () => {
  await expect(writeLate(false)).rejects.toMatchObject({ kind: 'usage' });
  expect(readdirSync(folder)).toEqual(['deliveries.json']);
  expect(readFileSync(out, 'utf8')).toBe('theirs');
});

it('replaces it if that was asked for', async () => {
  await writeLate(true);
  expect(readdirSync(folder)).toEqual(['deliveries.json']);
  expect(readFileSync(out, 'utf8')).toBe('ours');
});
