/** Names that a scenario declares, and checks of references to them. */

import { problemAt, type ScenarioProblem, suggestion } from './problem.ts';
import type { Place } from './schema/report.ts';
import type { Path, YamlFile } from './yaml-file.ts';

export const namedKinds = [
  'sources',
  'destinations',
  'mocks',
  'servers',
  'audiences',
  'traits',
] as const;
export type NamedKind = (typeof namedKinds)[number];

const singular: Readonly<Record<NamedKind, string>> = {
  sources: 'source',
  destinations: 'destination',
  mocks: 'mock endpoint',
  servers: 'server',
  audiences: 'audience',
  traits: 'trait',
};

export interface DeclaredName {
  readonly kind: NamedKind;
  readonly name: string;
  readonly place: Place;
}

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

/** Names declared in `given`, including those of invalid items. */
export function declaredIn(value: unknown, file: YamlFile): readonly DeclaredName[] {
  const given = isItem(value) ? value.given : undefined;
  if (!isItem(given)) return [];
  return namedKinds.flatMap((kind) => {
    const list = given[kind];
    if (!Array.isArray(list)) return [];
    return list.flatMap((item: unknown, index) => {
      const name = isItem(item) ? item.name : undefined;
      if (typeof name !== 'string') return [];
      const path: Path = ['given', kind, index, 'name'];
      return [{ kind, name: name.trim(), place: file.placeOf(path) }];
    });
  });
}

/** Mock endpoints and servers share a namespace, as do audiences and traits: the same keys and filters name them. */
const namespace = (kind: NamedKind): string =>
  kind === 'servers' ? 'mocks' : kind === 'traits' ? 'audiences' : kind;

export function duplicateNames(declared: readonly DeclaredName[]): readonly ScenarioProblem[] {
  const seen = new Map<string, Place>();
  return declared.flatMap(({ kind, name, place }) => {
    const key = `${namespace(kind)}/${name}`;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, place);
      return [];
    }
    return [
      problemAt(
        place,
        'duplicate_name',
        `The name "${name}" is already in use in ${first.file}, line ${first.line}.`,
        'Choose another name.',
      ),
    ];
  });
}

export interface Names {
  readonly of: (...kinds: readonly NamedKind[]) => ReadonlySet<string>;
  /** Checks a reference; reports a name that no item of these kinds has. */
  readonly refer: (path: Path, name: string, ...kinds: readonly NamedKind[]) => void;
}

export function createNames(
  declared: readonly DeclaredName[],
  file: YamlFile,
  report: (problem: ScenarioProblem) => void,
  isUnresolved: (path: Path) => boolean,
): Names {
  const sets = new Map<string, ReadonlySet<string>>();
  function of(...kinds: readonly NamedKind[]): ReadonlySet<string> {
    const key = kinds.join();
    const known = sets.get(key);
    if (known !== undefined) return known;
    const names = declared.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
    const set = new Set(names);
    sets.set(key, set);
    return set;
  }
  return {
    of,
    refer(path, name, ...kinds) {
      const names = of(...kinds);
      if (names.has(name) || isUnresolved(path)) return;
      const noun = kinds.map((kind) => singular[kind]).join(' or ');
      const other = declared.find((declaration) => declaration.name === name);
      report(
        problemAt(
          file.placeOf(path),
          'reference',
          other === undefined
            ? `Unknown ${noun} "${name}".`
            : `"${name}" is ${/^[aeiou]/.test(singular[other.kind]) ? 'an' : 'a'} ${singular[other.kind]}, not a ${noun}.`,
          suggestion(file.suggest, name, [...names], `Add it to given.${kinds[0]}.`),
        ),
      );
    },
  };
}
