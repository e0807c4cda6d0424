/** Neither files of the product nor its folders import each other in a cycle. */
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

/** A capability, kit, store or host; null for files next to them, which put them together, and in the renderer. */
const folderOf = (path: string): string | null =>
  /^(shared|src-main\/hosts|src-main)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;

function betweenFolders(graph: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [path, imported] of graph)
    for (const target of imported) {
      const [from, to] = [folderOf(path), folderOf(target)];
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
  'src-main/store/store.ts': "import { a } from '#main/clock/clock.ts';",
  'src-main/clock/clock.ts': "import type { B } from '#main/deliveries/b.ts';",
  'src-main/deliveries/b.ts': "import { c } from '../store/read.ts';\nimport '../app.ts';",
  'src-main/app.ts': "import { c } from './hosts/api/index.ts';",
};

it('a planted cycle of folders is found', () => {
  const graph = importsOf(planted);
  expect(cyclesIn(graph)).toEqual([]);
  expect(cyclesIn(betweenFolders(graph))).toEqual([
    'src-main/store -> src-main/clock -> src-main/deliveries -> src-main/store',
  ]);
});

it('a planted cycle of files is found', () => {
  const read = { 'src-main/store/read.ts': "const s = () => import('#main/store/store.ts');" };
  expect(cyclesIn(importsOf({ ...planted, ...read }))).toEqual([
    [
      'src-main/store/store.ts',
      'src-main/clock/clock.ts',
      'src-main/deliveries/b.ts',
      'src-main/store/read.ts',
      'src-main/store/store.ts',
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
  expect(cyclesIn(betweenFolders(graph))).toEqual([]);
});
