import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const modulePath = join(import.meta.dirname, '..', '..', 'src-main', 'kit', 'temporary-folder.ts');

/** Ends a process in a way, and returns the path of the folder that it created. */
async function pathAfter(ending: string): Promise<string> {
  const program = `
    const { createTemporaryFolder } = await import(process.argv[1]);
    const folder = await createTemporaryFolder('test');
    process.stdout.write(folder.path, () => { ${ending} });`;
  const args = ['--input-type=module', '--eval', program, modulePath];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch(
    (error: { stdout: string }) => error,
  );
  onTestFinished(() => rmSync(stdout, { recursive: true, force: true }));
  return stdout;
}

it.each([
  ['ends', '', false],
  ['ends by an error', 'throw new Error("unexpected")', false],
  ['ends after it kept the folder', 'folder.keep()', true],
])('a temporary folder, after the process %s', async (_, ending, exists) => {
  const path = await pathAfter(ending);
  expect(path).toContain('hookwright-test-');
  expect(existsSync(path)).toBe(exists);
});
