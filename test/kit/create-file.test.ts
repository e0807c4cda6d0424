/** Files that must not exist before. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFile } from '#main/kit/files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it('keeps what exists', async () => {
  const file = join(temporaryFolder(), 'a.yaml');
  await createFile(file, 'first');
  await expect(createFile(file, 'second')).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(file, 'utf8')).toBe('first');
});

// Windows has no limit of a file's size.
it.skipIf(process.platform === 'win32')('leaves nothing if there is no space', () => {
  const file = join(temporaryFolder(), 'a.yaml');
  const script = `
    import { createFile } from '#main/kit/files.ts';
    await createFile(${JSON.stringify(file)}, 'x'.repeat(1_000_000)).catch(({ code }) => console.log(code));`;
  const command = 'ulimit -S -f 8; exec "$0" --input-type=module -e "$1"';
  const { stdout } = spawnSync('bash', ['-c', command, process.execPath, script], {
    encoding: 'utf8',
  });
  expect([stdout.trim(), existsSync(file)]).toEqual(['EFBIG', false]);
});
