import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../.github/workflows');

it('workflows pin actions by commit and name the version', () => {
  const uses = readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => /\buses:/.test(line));
  expect(uses).not.toEqual([]);
  const pinned = /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
});
