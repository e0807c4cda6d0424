/** Limits of a scenario file that are checked before its items. */
import { formatCount } from '#shared/kit/format.ts';
import { isItem, type LoadedFile } from './loaded-file.ts';
import { problemAt, type ScenarioProblem } from './problem.ts';
import type { Place } from './schema/report.ts';
import type { Resolved } from './variables.ts';

/** Each case is checked with the whole file. */
export const maxCheckedNodes = 50_000;

/**
 * Of each list in a file and in its `given`, and of all expectations, checked before the items: these take longer than
 * their text (D62).
 */
const maxListItems = 500;

const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

/** Those of `then`, and of the steps that check in between. */
const expectationsIn = (raw: LoadedFile['raw']): readonly unknown[] => [
  ...itemsOf(raw.then),
  ...itemsOf(raw.when).flatMap((step) => (isItem(step) ? itemsOf(step.check) : [])),
];

/** Cases have a limit of their own. */
export function listProblem({
  yaml,
  raw,
}: Pick<LoadedFile, 'yaml' | 'raw'>): ScenarioProblem | null {
  const { cases: _, ...top } = raw;
  const lists = [
    ...Object.entries(top).map(([name, list]) => ({ path: [name], name, list })),
    ...Object.entries(isItem(raw.given) ? raw.given : {}).map(([name, list]) => ({
      ...{ path: ['given', name], name: `given.${name}`, list },
    })),
    { path: ['when'], name: 'then with the steps that check', list: expectationsIn(raw) },
  ];
  for (const { path, name, list } of lists)
    if (itemsOf(list).length > maxListItems)
      return problemAt(
        yaml.placeOf(path),
        'invalid',
        `${name} has ${formatCount(itemsOf(list).length)} items; at most ${maxListItems} are allowed.`,
        'Divide the scenario into several files.',
      );
  return null;
}

/** Each is searched for in everything that a run shows, in about 20 forms (D62). */
const maxSecrets = 100;
const maxSecretLength = 8_192;

/** Why secrets could not be redacted in reasonable time; null if they can. */
export function secretLimitProblem(
  main: LoadedFile,
  shared: readonly LoadedFile[],
  cases: readonly { readonly variables: Resolved }[],
): ScenarioProblem | null {
  const placeOf = (name: string): Place => {
    const declares = ({ raw }: LoadedFile) =>
      isItem(raw.variables) && Object.hasOwn(raw.variables, name);
    const { yaml } = [main, ...shared].find(declares) ?? main;
    return yaml.placeOf(['variables', name]);
  };
  const names = Object.keys(cases[0]?.variables.secrets ?? {});
  const beyond = names[maxSecrets];
  if (beyond !== undefined)
    return problemAt(
      placeOf(beyond),
      'variable',
      `The file has more than ${maxSecrets} secret variables.`,
      'Divide it into several files.',
    );
  const long = names.find((name) =>
    cases.some(({ variables }) => String(variables.values[name] ?? '').length > maxSecretLength),
  );
  return long === undefined
    ? null
    : problemAt(
        placeOf(long),
        'variable',
        `Secret variable ${long} is longer than ${formatCount(maxSecretLength)} characters.`,
        'Use a shorter value.',
      );
}
