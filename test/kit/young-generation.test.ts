/** The space for new objects of a process that limits it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const module = pathToFileURL(join(import.meta.dirname, '../../src-main/kit/young-generation.ts'));

/** Keeps so many new objects for a while that V8 makes room for more. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { limitYoungGeneration } from '${module.href}';
  const kept = [];
  let largest = 0;
  for (let round = 0; round < 200; round += 1) {
    kept[round % 4] = Array.from({ length: 50_000 }, (_, place) => ({ place }));
    limitYoungGeneration();
    const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
    largest = Math.max(largest, space.space_size);
  }
  console.log(largest / 1024 ** 2);
`;

it('grows to 16 MB, and not further', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', program],
  ]);
  expect(Number(stdout)).toBe(16);
});
