/** Reads a scenario file with the files it uses, reports all problems, and returns a scenario per case. */
import type { z } from 'zod';
import { formatCount } from '#shared/kit/format.ts';
import { fileProblem, type ScenarioFiles } from './files.ts';
import { problemsOfIssues } from './issues.ts';
import { type JsonSchema, scenarioJsonSchema, sharedJsonSchema } from './json-schema.ts';
import { createNames, declaredIn, duplicateNames } from './names.ts';
import {
  maxProblems,
  problemAt,
  reportTo,
  type ScenarioProblem,
  ScenarioTooLarge,
  sortedProblems,
  suggestion,
  TooManyProblems,
} from './problem.ts';
import {
  type CheckTools,
  checkExpectation,
  checkGiven,
  checkNamesInSteps,
  checkSteps,
  type NamedFile,
} from './references.ts';
import type { Placed, PlacedStep, Scenario } from './scenario.ts';
import type { Expectation } from './schema/expectation.ts';
import { type ClockStart, ScenarioFile, SharedFile, type Variable } from './schema/file.ts';
import type { Given } from './schema/given.ts';
import type { Place } from './schema/report.ts';
import type { VariableValue } from './schema/values.ts';
import { createRedactionWork, type RedactionWork, redactSecretsOf } from './secret-values.ts';
import { createInsert, type Resolved, resolveVariables } from './variables.ts';
import { type Path, readYaml, type TextBudget, textBudget, type YamlFile } from './yaml-file.ts';

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

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asIs = (text: string): string => text;

const defaultStart: ClockStart = { kind: 'at', at: Date.UTC(2026, 0, 1) };

/** Replaces invalid items with valid ones, so that references can still be checked. */
function salvage(value: Item, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: Record<string, unknown> = { ...value, name: 'x', scenario: 1 };
  const replaceItem = (list: unknown, index: number, item: unknown) =>
    Array.isArray(list)
      ? list.map((element: unknown, at) => (at === index ? item : element))
      : list;
  if (copy.when === undefined) copy.when = [{ finish: {} }];
  for (const { path, code } of issues) {
    const [top = '', second, third] = path as readonly (string | number)[];
    const list = copy[top];
    if (code === 'unrecognized_keys' && path.length === 0)
      for (const key of Object.keys(copy)) if (!(key in ScenarioFile.shape)) delete copy[key];
    if (top === 'when' && typeof second === 'number') {
      const before: unknown = Array.isArray(list) ? list[second] : undefined;
      const id = isItem(before) && typeof before.id === 'string' ? { id: before.id } : {};
      copy[top] = replaceItem(list, second, { ...id, finish: {} });
    } else if (top === 'then' && typeof second === 'number')
      copy[top] = replaceItem(list, second, { lost: 0 });
    else if (top === 'given' && typeof second === 'string' && isItem(list)) {
      const canBeNamed = ['sources', 'destinations', 'mocks'].includes(second);
      const items =
        canBeNamed && typeof third === 'number'
          ? replaceItem(list[second], third, { name: 'x' })
          : undefined;
      copy[top] = { ...list, [second]: items };
    } else if (top === 'when') copy[top] = [{ finish: {} }];
    else delete copy[top];
  }
  return copy;
}

interface LoadedFile {
  readonly yaml: YamlFile;
  readonly raw: Item;
  readonly schema: z.ZodType;
  /** Only for problems, since it takes long to make. */
  readonly root: () => JsonSchema;
}

const emptyGiven: Given = SharedFile.parse({}).given;

const mergeGiven = (parts: readonly Given[]): Given => ({
  sources: parts.flatMap(({ sources }) => sources),
  destinations: parts.flatMap(({ destinations }) => destinations),
  mocks: parts.flatMap(({ mocks }) => mocks),
  servers: parts.flatMap(({ servers }) => servers),
  audiences: parts.flatMap(({ audiences }) => audiences),
  traits: parts.flatMap(({ traits }) => traits),
  certificateAuthorities: parts.flatMap((part) => part.certificateAuthorities),
  settings: Object.assign({}, ...parts.map(({ settings }) => settings)) as Given['settings'],
});

/** The variables that a file declares; empty if they are invalid. */
const declaredVariables = (raw: Item): Readonly<Record<string, Variable>> => {
  const parsed = SharedFile.shape.variables.safeParse(raw.variables);
  return parsed.success ? parsed.data : {};
};

const placeIn =
  (yaml: YamlFile) =>
  <Value extends object>(path: Path, item: Value): Placed<Value> => ({
    ...item,
    place: yaml.placeOf(path),
  });

function placeSteps(scenario: ScenarioFile, yaml: YamlFile): readonly PlacedStep[] {
  const placed = placeIn(yaml);
  return scenario.when.map((step, index) => {
    const path: Path = ['when', index];
    if (step.action === 'check') {
      const input = step.input.map((expectation, at) =>
        placed([...path, 'check', at], expectation),
      );
      return placed(path, { ...step, input });
    }
    if (step.action === 'wait' && step.input.kind === 'condition') {
      const until = placed([...path, 'wait', 'until'], step.input.until);
      return placed(path, { ...step, input: { ...step.input, until } });
    }
    return placed(path, step) as PlacedStep;
  });
}

/** The result of reading one case. */
interface CaseResult {
  readonly problems: readonly ScenarioProblem[];
  readonly scenario: Scenario | null;
  readonly files: readonly string[];
}

function parsePart(
  { yaml, raw, schema, root }: LoadedFile,
  variables: Resolved,
  isCheck: boolean,
  report: (problem: ScenarioProblem) => void,
) {
  const unresolved = new Set<string>();
  const isUnresolved = (path: Path) => unresolved.has(JSON.stringify(path));
  const insert = createInsert(variables, {
    ...{ placeOf: yaml.placeOf, suggest: yaml.suggest, count: yaml.count, report },
    onMissing: (path) => unresolved.add(JSON.stringify(path)),
    isCheck,
  });
  const keysWithoutVariables = new Set(['scenario', 'variables', 'use', 'cases']);
  const value = yaml.toValue((text, path) =>
    keysWithoutVariables.has(String(path[0])) ? text : insert(text, path),
  ) as Item;
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    problemsOfIssues(parsed.error.issues, value, yaml, root(), isUnresolved).forEach(report);
  const data: unknown = parsed.success
    ? parsed.data
    : parsed.error.issues.length > maxProblems
      ? undefined
      : schema.safeParse(salvage(value, parsed.error.issues)).data;
  return { yaml, raw, value, data, isUnresolved, isValid: parsed.success };
}

async function checkFiles(
  namedFiles: readonly (NamedFile & { readonly yaml: YamlFile })[],
  files: ScenarioFiles,
) {
  const problems: ScenarioProblem[] = [];
  const paths: string[] = [];
  for (const { yaml, path, name, mustExist } of namedFiles) {
    const resolved = files.resolve(yaml.file, name);
    if (resolved === null)
      problems.push(
        problemAt(
          yaml.placeOf(path),
          'file_outside',
          `A scenario can't use ${name}.`,
          'Use a file in its repository. No name in the path may start with a dot.',
        ),
      );
    else if (mustExist && !(await files.exists(resolved)))
      problems.push(
        problemAt(
          yaml.placeOf(path),
          'file_missing',
          `File not found: ${name}.`,
          'Paths are relative to the scenario file.',
        ),
      );
    else paths.push(resolved);
  }
  return { problems, paths };
}

interface CaseToRead {
  readonly main: LoadedFile;
  readonly shared: readonly LoadedFile[];
  readonly variables: Resolved;
  readonly name: string | null;
}

async function checkCase(
  { main, shared, variables, name: caseName }: CaseToRead,
  { files, isCheck }: ReadOptions,
  problems: ScenarioProblem[],
): Promise<CaseResult> {
  const report = reportTo(problems);
  const parts = [...shared, main].map((opened) => parsePart(opened, variables, isCheck, report));
  const declared = parts.flatMap(({ value, yaml }) => declaredIn(value, yaml));
  duplicateNames(declared).forEach(report);

  const scenarioFile = parts.at(-1)?.data as ScenarioFile | undefined;
  const givens = parts.map(({ data }) => (data as { given?: Given } | undefined)?.given);
  const namedFiles: (NamedFile & { readonly yaml: YamlFile })[] = [];
  const stepIds = new Set(scenarioFile?.when.map(({ id }) => id));
  const toolsOf = (yaml: YamlFile, isUnresolved: (path: Path) => boolean): CheckTools => ({
    yaml,
    names: createNames(declared, yaml, report, isUnresolved),
    stepIds,
    report,
    isUnresolved,
    addFile: (file) => namedFiles.push({ ...file, yaml }),
  });
  const servers = givens.flatMap((given) => given?.servers ?? []);
  for (const [index, { yaml, isUnresolved }] of parts.entries())
    checkGiven(toolsOf(yaml, isUnresolved), givens[index] ?? emptyGiven);
  const last = parts.at(-1);
  if (scenarioFile !== undefined && last !== undefined) {
    const tools = toolsOf(last.yaml, last.isUnresolved);
    checkNamesInSteps(tools, last.value.when);
    checkSteps(tools, scenarioFile.when, scenarioFile.clock, servers);
    for (const [index, expectation] of scenarioFile.then.entries())
      checkExpectation(tools, ['then', index], expectation, servers);
  }
  const { problems: fileProblems, paths } = await checkFiles(namedFiles, files);
  fileProblems.forEach(report);
  if (problems.length > 0 || scenarioFile === undefined || parts.some(({ isValid }) => !isValid))
    return { problems, scenario: null, files: paths };
  const given = mergeGiven(givens.map((given) => given ?? emptyGiven));
  const placed = placeIn(main.yaml);
  const start = given.servers.length > 0 ? ({ kind: 'now', beforeMs: 0 } as const) : defaultStart;
  return {
    problems,
    files: paths,
    scenario: {
      file: main.yaml.file,
      case: caseName,
      name: scenarioFile.name,
      description: scenarioFile.description,
      tags: scenarioFile.tags,
      seed: scenarioFile.seed,
      invariants: scenarioFile.invariants,
      given,
      variables: variables.values,
      secretVariables: variables.secrets,
      storedSecrets: [],
      enteredSecrets: variables.enteredSecrets,
      clock: { ...scenarioFile.clock, start: scenarioFile.clock.start ?? start },
      when: placeSteps(scenarioFile, main.yaml),
      then: scenarioFile.then.map((expectation: Expectation, index) =>
        placed(['then', index], expectation),
      ),
    },
  };
}

async function readCase(
  toRead: CaseToRead,
  options: ReadOptions,
  work: RedactionWork,
): Promise<CaseResult> {
  const problems: ScenarioProblem[] = [];
  const { values, secrets } = toRead.variables;
  const redact = redactSecretsOf({ variables: values, secretVariables: secrets }, work);
  try {
    const result = await checkCase(toRead, options, problems);
    return { ...result, problems: redact(problems) };
  } catch (error) {
    if (!(error instanceof TooManyProblems)) throw error;
    return { problems: redact(problems), scenario: null, files: [] };
  }
}

/** Each case is checked with the whole file. */
const maxCheckedNodes = 50_000;

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
function listProblem({ yaml, raw }: Pick<LoadedFile, 'yaml' | 'raw'>): ScenarioProblem | null {
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
function secretLimitProblem(
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

/** Why a file can't be read as a scenario; null if it can. */
function formatProblem(raw: unknown, yaml: YamlFile): ScenarioProblem | null {
  if (!isItem(raw) || !('scenario' in raw))
    return problemAt(
      yaml.placeOf([]),
      'not_a_scenario',
      'This is not a scenario.',
      'Start it with "scenario: 1".',
    );
  const format = raw.scenario;
  return typeof format === 'number' && format > 1
    ? problemAt(
        yaml.placeOf(['scenario']),
        'newer_format',
        `This file has format ${format}; this version reads format 1.`,
        'Update Hookwright.',
      )
    : null;
}

async function loadShared(
  main: YamlFile,
  raw: Item,
  files: ScenarioFiles,
  budget: TextBudget,
): Promise<{
  readonly opened: readonly LoadedFile[];
  readonly problems: readonly ScenarioProblem[];
  readonly paths: readonly string[];
}> {
  const names = ScenarioFile.shape.use.safeParse(raw.use).data ?? [];
  const namedFiles = names.map((name, index) => {
    return { yaml: main, path: ['use', index], name, mustExist: true };
  });
  const { problems, paths } = await checkFiles(namedFiles, files);
  const opened: LoadedFile[] = [];
  for (const path of new Set(paths)) {
    const content = await files.read(path);
    if (content.kind !== 'text') {
      problems.push(fileProblem(path, content.kind));
      continue;
    }
    const yaml = readYaml(path, content.text, budget);
    problems.push(...yaml.syntax, ...yaml.problems);
    const value = yaml.toValue(asIs);
    if (yaml.syntax.length === 0)
      opened.push({
        yaml,
        raw: isItem(value) ? value : {},
        schema: SharedFile,
        root: sharedJsonSchema,
      });
  }
  return { opened, problems, paths };
}

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
  for (const [index, { name }] of cases.entries())
    if (cases.findIndex((otherCase) => otherCase.name === name) < index)
      problems.push(
        problemAt(
          yaml.placeOf(['cases', index, 'name']),
          'duplicate_name',
          `Two cases are named "${name}".`,
          'Choose another name.',
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
