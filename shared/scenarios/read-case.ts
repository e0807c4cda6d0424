/** Checks one case of a scenario file, and returns its scenario. */

import type { z } from 'zod';
import type { ScenarioFiles } from './files.ts';
import { problemsOfIssues } from './issues.ts';
import { checkFiles, type Item, isItem, type LoadedFile } from './loaded-file.ts';
import { createNames, declaredIn, duplicateNames } from './names.ts';
import { maxProblems, reportTo, type ScenarioProblem, TooManyProblems } from './problem.ts';
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
import { type ClockStart, ScenarioFile, SharedFile } from './schema/file.ts';
import type { Given } from './schema/given.ts';
import { type RedactionWork, redactSecretsOf } from './secret-values.ts';
import { createInsert, type Resolved } from './variables.ts';
import type { Path, YamlFile } from './yaml-file.ts';

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

const placeIn =
  (yaml: YamlFile) =>
  <Value extends object>(path: Path, item: Value): Placed<Value> => ({
    ...item,
    place: yaml.placeOf(path),
  });

function placeSteps(scenario: ScenarioFile, yaml: YamlFile, given: Given): readonly PlacedStep[] {
  const placed = placeIn(yaml);
  return scenario.when.map((step, index) => {
    const path: Path = ['when', index];
    if (step.action === 'check') {
      const input = step.input.map((expectation, at) =>
        placed([...path, 'check', at], withProcessingTime(expectation, given)),
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
export interface CaseResult {
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

interface CaseOptions {
  readonly files: ScenarioFiles;
  /** Whether to accept variables without a value. */
  readonly isCheck: boolean;
}

interface CaseToRead {
  readonly main: LoadedFile;
  readonly shared: readonly LoadedFile[];
  readonly variables: Resolved;
  readonly name: string | null;
}

async function checkCase(
  { main, shared, variables, name: caseName }: CaseToRead,
  { files, isCheck }: CaseOptions,
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
      when: placeSteps(scenarioFile, main.yaml, given),
      then: scenarioFile.then.map((expectation: Expectation, index) =>
        placed(['then', index], withProcessingTime(expectation, given)),
      ),
    },
  };
}

/** Waits at least as long as the server's `processesWithin`. */
const withProcessingTime = (expectation: Expectation, { servers }: Given): Expectation => {
  if (!('timeoutMs' in expectation)) return expectation;
  const { processesWithin = 0 } = servers.find(({ name }) => name === expectation.server) ?? {};
  return { ...expectation, timeoutMs: Math.max(expectation.timeoutMs, processesWithin) };
};

export async function readCase(
  toRead: CaseToRead,
  options: CaseOptions,
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
