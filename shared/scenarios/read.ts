/** Reads a scenario file with the files it uses, reports all problems, and returns a scenario per case. */
import { formatCount } from '#shared/kit/format.ts';
import { fileProblem, type ScenarioFiles } from './files.ts';
import { scenarioJsonSchema } from './json-schema.ts';
import {
  asIs,
  formatProblem,
  type Item,
  isItem,
  type LoadedFile,
  loadShared,
} from './loaded-file.ts';
import {
  maxProblems,
  problemAt,
  type ScenarioProblem,
  ScenarioTooLarge,
  sortedProblems,
  suggestion,
} from './problem.ts';
import { type CaseResult, readCase } from './read-case.ts';
import { listProblem, maxCheckedNodes, secretLimitProblem } from './read-limits.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioFile, SharedFile, type Variable } from './schema/file.ts';
import type { VariableValue } from './schema/values.ts';
import { createRedactionWork } from './secret-values.ts';
import { resolveVariables } from './variables.ts';
import { readYaml, type TextBudget, textBudget } from './yaml-file.ts';

export interface ReadOptions {
  readonly files: ScenarioFiles;
  /** Variables from `--set`. */
  readonly set: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether to accept variables without a value. */
  readonly isCheck: boolean;
}

export interface ReadResult {
  /** False for YAML without the key `scenario`. */
  readonly isScenario: boolean;
  /** Null if it is missing or invalid. */
  readonly name: string | null;
  /** As written, with placeholders; null if it is missing or invalid. */
  readonly description: string | null;
  /** None if they are invalid. */
  readonly tags: readonly string[];
  /** Names of the cases. */
  readonly cases: readonly string[];
  /** As declared in the file and the files it uses. */
  readonly variables: Readonly<Record<string, Variable>>;
  readonly problems: readonly ScenarioProblem[];
  /** One per case, or a single one without cases. Empty if there are problems. */
  readonly scenarios: readonly Scenario[];
  /** Paths of the other files it refers to. */
  readonly files: readonly string[];
}

/** The variables that a file declares; empty if they are invalid. */
const declaredVariables = (raw: Item): Readonly<Record<string, Variable>> => {
  const parsed = SharedFile.shape.variables.safeParse(raw.variables);
  return parsed.success ? parsed.data : {};
};

const failedRead = (problems: readonly ScenarioProblem[], isScenario = true): ReadResult => ({
  isScenario,
  name: null,
  description: null,
  tags: [],
  cases: [],
  variables: {},
  problems,
  scenarios: [],
  files: [],
});

export async function readScenario(path: string, options: ReadOptions): Promise<ReadResult> {
  try {
    return await readWithin(textBudget(), path, options);
  } catch (error) {
    if (!(error instanceof ScenarioTooLarge)) throw error;
    return failedRead([error.problem]);
  }
}

async function readWithin(
  budget: TextBudget,
  path: string,
  options: ReadOptions,
): Promise<ReadResult> {
  const content = await options.files.read(path);
  if (content.kind !== 'text') return failedRead([fileProblem(path, content.kind)]);
  const yaml = readYaml(path, content.text, budget);
  if (yaml.syntax.length > 0) return failedRead(sortedProblems([...yaml.syntax, ...yaml.problems]));
  const raw = yaml.toValue(asIs);
  const formatError = formatProblem(raw, yaml);
  if (formatError !== null || !isItem(raw))
    return failedRead(
      formatError === null ? [] : [formatError],
      formatError?.code !== 'not_a_scenario',
    );

  const main: LoadedFile = { yaml, raw, schema: ScenarioFile, root: scenarioJsonSchema };
  const tooLong = listProblem(main);
  if (tooLong !== null) return failedRead([tooLong]);
  const shared = await loadShared(yaml, raw, options.files, budget);
  for (const opened of shared.opened) {
    const problem = listProblem(opened);
    if (problem !== null) return failedRead([problem]);
  }
  const problems: ScenarioProblem[] = [...yaml.problems, ...shared.problems];
  const declared: Readonly<Record<string, Variable>> = Object.assign(
    {},
    ...[...shared.opened, main].map((opened) => declaredVariables(opened.raw)),
  ) as Readonly<Record<string, Variable>>;
  const cases = ScenarioFile.shape.cases.safeParse(raw.cases).data ?? [];
  const knownNames = [
    ...Object.keys(declared),
    ...cases.flatMap(({ variables }) => Object.keys(variables)),
  ];
  const known = new Set(knownNames);
  const unknown = Object.keys(options.set).filter((name) => !known.has(name));
  for (const name of unknown.slice(0, Math.max(0, maxProblems - problems.length)))
    problems.push(
      problemAt(
        yaml.placeOf([]),
        'variable',
        `Unknown variable ${name} in --set.`,
        suggestion(yaml.suggest, name, knownNames, 'Add it to variables.'),
      ),
    );
  const nodes = [main, ...shared.opened].reduce((sum, opened) => sum + opened.yaml.nodeCount, 0);
  if (cases.length * nodes > maxCheckedNodes)
    return failedRead([
      problemAt(
        yaml.placeOf(['cases']),
        'invalid',
        `${formatCount(cases.length)} cases are too many for a file of this size.`,
        'Divide them into several files.',
      ),
    ]);
  const names = new Set<string>();
  for (const [index, { name }] of cases.entries()) {
    if (names.has(name))
      problems.push(
        problemAt(
          yaml.placeOf(['cases', index, 'name']),
          'duplicate_name',
          `Two cases are named "${name}".`,
          'Choose another name.',
        ),
      );
    names.add(name);
  }

  const casesToRead: readonly {
    readonly name: string | null;
    readonly variables: Readonly<Record<string, VariableValue>>;
  }[] = cases.length === 0 ? [{ name: null, variables: {} }] : cases;
  const resolvedCases = casesToRead.map(({ name, variables: ofCase }) => ({
    name,
    variables: resolveVariables(declared, { ...options, ofCase }),
  }));
  const tooMuch = secretLimitProblem(main, shared.opened, resolvedCases);
  if (tooMuch !== null) return failedRead([tooMuch]);
  const work = createRedactionWork();
  const results: CaseResult[] = [];
  for (const { name, variables } of resolvedCases) {
    results.push(await readCase({ main, shared: shared.opened, variables, name }, options, work));
    // Most cases have the same problems.
    if (results.reduce((sum, result) => sum + result.problems.length, 0) >= maxProblems) break;
  }
  const allProblems = sortedProblems([
    ...problems,
    ...results.flatMap((result) => result.problems),
  ]);
  // Lists have those of many files: what is invalid may be too long.
  const { name, description, tags } = ScenarioFile.shape;
  return {
    isScenario: true,
    name: name.safeParse(raw.name).data ?? null,
    description: description.safeParse(raw.description).data ?? null,
    tags: tags.safeParse(raw.tags).data ?? [],
    cases: cases.map(({ name }) => name),
    variables: declared,
    problems: allProblems,
    scenarios: allProblems.length > 0 ? [] : results.flatMap(({ scenario }) => scenario ?? []),
    files: [...new Set([...shared.paths, ...results.flatMap((result) => result.files)])],
  };
}
