import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { readScenario } from '#shared/scenarios/read.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'examples', 'scenarios');
const paths = globSync('*.yaml', { cwd: folder }).sort();

it('there are sixteen examples', () => {
  expect(paths).toHaveLength(16);
});

it.each(paths)('%s is valid', async (path) => {
  const { problems, isScenario, tags } = await readScenario(path, {
    files: {
      resolve: (_from, name) => name,
      read: async (name) => ({ kind: 'text', text: readFileSync(join(folder, name), 'utf8') }),
      exists: async (name) => existsSync(join(folder, name)),
    },
    set: {},
    environment: {},
    isCheck: true,
  });
  expect(problems, basename(path)).toEqual([]);
  expect(isScenario).toBe(true);
  expect(tags.length).toBeGreaterThan(0);
});
