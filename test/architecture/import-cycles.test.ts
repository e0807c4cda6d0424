/** Neither files of the product nor folders of the core import each other in a cycle. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Readonly<Record<string, string>>;
};
const aliases = Object.entries(imports).map(([alias, folder]) => [
  alias.replace('*', ''),
  posix.normalize(folder.replace('*', '')),
]);

/** The texts of files by their path. */
type Files = Readonly<Record<string, string>>;
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function pathOf(importer: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  for (const [alias = '', folder = ''] of aliases)
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length);
  return null;
}

/** Imports between files, of types as well. */
function importsOf(files: Files): Graph {
  return new Map(
    Object.entries(files).map(([path, text]) => {
      const specifiers = [...text.matchAll(/(?:from|import) '([^']+)'|\bimport\('([^']+)'\)/g)];
      const imported = specifiers.map(([, from, dynamic]) => pathOf(path, from ?? dynamic ?? ''));
      return [path, new Set(imported.filter((target) => target !== null))];
    }),
  );
}

/** Null for files next to the folders: the lowest layer, and the composition root. */
const coreFolderOf = (path: string): string | null =>
  /^src-main\/core\/([^/]+)\//.exec(path)?.[1] ?? null;

function betweenCoreFolders(graph: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [path, imported] of graph)
    for (const target of imported) {
      const [from, to] = [coreFolderOf(path), coreFolderOf(target)];
      if (from === null || to === null || from === to) continue;
      folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  return folders;
}

/** Cycles, each with its path. */
function cyclesIn(graph: Graph): readonly string[] {
  const cycles: string[] = [];
  const finished = new Set<string>();
  const visit = (at: string, way: readonly string[]): void => {
    if (way.includes(at)) cycles.push([...way.slice(way.indexOf(at)), at].join(' -> '));
    else if (!finished.has(at)) {
      for (const next of graph.get(at) ?? []) visit(next, [...way, at]);
      finished.add(at);
    }
  };
  for (const start of graph.keys()) visit(start, []);
  return cycles;
}

const planted = {
  'src-main/core/store/store.ts': "import { a } from '../clock/clock.ts';",
  'src-main/core/clock/clock.ts': "import type { B } from '#core/dispatch/b.ts';",
  'src-main/core/dispatch/b.ts': "import { c } from '../store/read.ts';\nimport '../ports.ts';",
  'src-main/core/create-core.ts': "import { c } from './store/store.ts';",
};

it('a planted cycle of folders is found', () => {
  const graph = importsOf(planted);
  expect(cyclesIn(graph)).toEqual([]);
  expect(cyclesIn(betweenCoreFolders(graph))).toEqual(['store -> clock -> dispatch -> store']);
});

it('a planted cycle of files is found', () => {
  const read = { 'src-main/core/store/read.ts': "const s = () => import('#core/store/store.ts');" };
  expect(cyclesIn(importsOf({ ...planted, ...read }))).toEqual([
    [
      'src-main/core/store/store.ts',
      'src-main/core/clock/clock.ts',
      'src-main/core/dispatch/b.ts',
      'src-main/core/store/read.ts',
      'src-main/core/store/store.ts',
    ].join(' -> '),
  ]);
});

it('the product has no import cycle', () => {
  const paths = globSync('{src-main,src-renderer,shared}/**/*.{ts,tsx}', { cwd: root });
  expect(paths.length).toBeGreaterThan(700);
  const files = Object.fromEntries(
    paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
  );
  const graph = importsOf(files);
  expect(cyclesIn(graph)).toEqual([]);
  expect(cyclesIn(betweenCoreFolders(graph))).toEqual([]);
});
