/** Folders of the core import each other in one direction only. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const core = join(import.meta.dirname, '..', '..', 'src-main', 'core');

/** The texts of files by their path below the core. */
type Files = Readonly<Record<string, string>>;

const folderOf = (path: string): string | null => {
  const [folder, ...rest] = path.split(/[\\/]/);
  // Files next to the folders are the lowest layer, and the composition root.
  return rest.length === 0 ? null : (folder ?? null);
};

function importsBetweenFolders(files: Files): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(files))
    for (const [, imported = ''] of text.matchAll(/(?:from|import) '(\.[^']+)'/g)) {
      const from = folderOf(path);
      const to = folderOf(join(dirname(path), imported));
      if (from === null || to === null || from === to) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  return graph;
}

/** Folders in an import cycle, with the path. */
function cyclesIn(files: Files): readonly string[] {
  const graph = importsBetweenFolders(files);
  const wayBack = (start: string, at: string, way: readonly string[]): string | null => {
    for (const next of graph.get(at) ?? []) {
      if (next === start) return [...way, next].join(' -> ');
      if (way.includes(next)) continue;
      const found = wayBack(start, next, [...way, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return [...graph.keys()]
    .map((folder) => wayBack(folder, folder, [folder]))
    .filter((way) => way !== null);
}

it('a planted cycle is found', () => {
  const planted = {
    'store/store.ts': "import { a } from '../clock/clock.ts';",
    'clock/clock.ts': "import type { B } from '../dispatch/b.ts';",
    'dispatch/b.ts': "import { c } from '../store/store.ts';\nimport '../ports.ts';",
    'create-core.ts': "import { c } from './store/store.ts';",
  };
  expect(cyclesIn(planted)).toContain('store -> clock -> dispatch -> store');
  const { 'dispatch/b.ts': _, ...others } = planted;
  expect(cyclesIn(others)).toEqual([]);
});

it('the folders of the core have no import cycle', () => {
  const paths = globSync('**/*.ts', { cwd: core });
  expect(paths.length).toBeGreaterThan(100);
  const files = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(core, path), 'utf8')]),
  );
  expect(cyclesIn(files)).toEqual([]);
});
