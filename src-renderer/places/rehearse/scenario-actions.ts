/** Actions on scenario files. */
import { perform, type Work } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorCode, errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api, queryClient } from '#renderer/kit/data/query-client.ts';
import { navigateFromHere, useRoute } from '#renderer/kit/routing/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { environmentNameOf } from '#shared/scenarios/command.ts';
import type { ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import type {
  CheckedScenario,
  ScenarioExample,
  ScenarioProblemItem,
  StoredScenario,
} from '#shared/scenarios/schema/workspace.ts';
import { checkText, openScenario, openScenarioFromHere, reloadScenarios } from './scenario-data.ts';
import {
  choiceOf,
  choose,
  dropDraft,
  type RunChoice,
  setVariable,
  useDrafts,
} from './scenario-drafts.ts';
import { startExploration, startRun } from './scenario-run.ts';
import { withSeed, withValues } from './scenario-text.ts';
import { builtInOf } from './what-if.ts';

function cache(stored: StoredScenario): void {
  queryClient.setQueryData(api.scenarios.get.queryKey({ input: { file: stored.file } }), stored);
}

function unusedName(preferred: string, files: readonly string[]): string {
  const base = preferred.replace(/\.ya?ml$/, '');
  let name = `${base}.yaml`;
  for (let number = 2; files.includes(name); number += 1) name = `${base}-${number}.yaml`;
  return name;
}

export function createFrom(
  { example, name }: ScenarioExample,
  files: readonly string[],
): Promise<boolean> {
  const open = openScenarioFromHere();
  return perform(`Can't create "${name}"`, async () => {
    const stored = await core.scenarios.create({ file: unusedName(example, files), example });
    cache(stored);
    await reloadScenarios();
    open(stored.file);
  });
}

/** Discards the unsaved text and loads the file. */
async function reload(file: string): Promise<void> {
  dropDraft(file);
  await reloadScenarios();
}

/** Saves unsaved text. Returns false if that failed. */
export async function saveScenario(file: string): Promise<boolean> {
  const draft = useDrafts.getState().texts[file];
  if (draft === undefined) return true;
  try {
    const stored = await core.scenarios.save({ file, ...draft });
    cache(stored);
    // Keeps text typed in the meantime.
    const current = useDrafts.getState().texts[file];
    dropDraft(file);
    if (current !== undefined && current.text !== stored.text)
      useDrafts.setState(({ texts }) => ({
        texts: { ...texts, [file]: { text: current.text, version: stored.version } },
      }));
    void reloadScenarios();
    return true;
  } catch (error) {
    showToast({
      title: `Can't save ${file}`,
      description: errorSentence(error),
      tone: 'bad',
      ...(errorCode(error) === 'conflict' && {
        action: { label: 'Reload', run: () => void reload(file) },
      }),
    });
    return false;
  }
}

export const removalOfScenario = (file: string, text: string): Work => ({
  failure: `Can't delete ${file}`,
  run: async () => {
    const leave = navigateFromHere();
    await core.scenarios.remove({ file });
    dropDraft(file);
    leave({ page: 'rehearse' });
    void reloadScenarios();
    return {
      title: `Deleted ${file}`,
      undo: {
        failure: `Can't restore ${file}`,
        run: async () => {
          const open = openScenarioFromHere();
          cache(await core.scenarios.create({ file, text }));
          await reloadScenarios();
          open(file);
        },
      },
    };
  },
});

/** Entered values of the variables that the file declares. */
export function valuesFor({ variables }: CheckedScenario, file: string): Record<string, string> {
  const { set } = choiceOf(file);
  const declared = variables.filter(({ name }) => set[name] !== undefined);
  return Object.fromEntries(declared.map(({ name }) => [name, set[name] ?? '']));
}

/** Variables that need a value before a run. */
export const missingVariables = (
  { variables }: CheckedScenario,
  values: Readonly<Record<string, string>>,
): readonly string[] =>
  variables
    .filter((variable) => variable.default === null && (values[variable.name] ?? '') === '')
    .map(({ name }) => name);

export interface ShownScenario {
  readonly file: string;
  /** Null: in the data folder. */
  readonly folder: string | null;
  readonly checked: CheckedScenario | undefined;
}

/** Parts of the command that the user can copy. */
export function commandChoice({ file, folder, checked }: ShownScenario) {
  const variables = checked?.variables ?? [];
  const secrets = variables.filter(({ isSecret }) => isSecret);
  // A required secret is part of the command before it is entered.
  const unentered = secrets
    .filter((variable) => variable.default === null)
    .map(({ name }) => [name, ''] as const);
  return {
    file: folder === null ? file : `${folder}/${file}`,
    case: chosenCase(file, checked),
    set: {
      ...Object.fromEntries(unentered),
      ...(checked === undefined ? {} : valuesFor(checked, file)),
    },
    secretVariables: Object.fromEntries(
      secrets.map(({ name, env }) => [name, environmentNameOf(name, env)]),
    ),
    allowOrigins: checked?.remoteOrigins ?? [],
  };
}

/** Null if the file has no cases. */
function chosenCase(file: string, checked: CheckedScenario | undefined): string | null {
  const cases = checked?.cases ?? [];
  const chosen = choiceOf(file).case;
  return chosen !== null && cases.includes(chosen) ? chosen : (cases[0] ?? null);
}

/** A built-in scenario is no file. */
const textOf = (file: string): { readonly text?: string } => {
  const text = builtInOf(file)?.text;
  return text === undefined ? {} : { text };
};

const allowedOrigins = new Set<string>();

/** Servers on other machines that the user has not allowed in this window. */
export const originsToAllow = (
  scenarios: readonly { readonly checked: Pick<CheckedScenario, 'remoteOrigins'> }[],
): readonly string[] => {
  const origins = scenarios.flatMap(({ checked }) => checked.remoteOrigins);
  return [...new Set(origins)].filter((origin) => !allowedOrigins.has(origin));
};

export const originsAllowed = (): readonly string[] => [...allowedOrigins];

export function allowOrigins(origins: readonly string[]): void {
  for (const origin of origins) allowedOrigins.add(origin);
}

export interface ReadyScenario {
  readonly file: string;
  readonly checked: CheckedScenario;
  /** Why it can't be run; null if it can. */
  readonly problem: string | null;
}

export const problemText = ({ line, message, fix }: ScenarioProblemItem): string =>
  `Line ${line}: ${message} ${fix}`.trim();

/** Checks a text with the values entered for it. */
export async function readyToRun(file: string, text: string): Promise<ReadyScenario> {
  const before = await checkText(file, text, {});
  const checked = await checkText(file, text, valuesFor(before, file));
  const missing = missingVariables(checked, choiceOf(file).set);
  const [first] = checked.problems;
  const problem =
    first !== undefined
      ? problemText(first)
      : missing.length > 0
        ? `Enter ${missing.join(', ')}.`
        : null;
  return { file, checked, problem };
}

/** Resolves to null if the run could not be completed. */
export function startReadyRun(
  { file, checked }: ReadyScenario,
  chosenCase: string | null,
): Promise<StoredRun | null> {
  const { seed, speed } = choiceOf(file);
  return startRun(file, () =>
    core.scenarios.run({
      ...{ file, case: chosenCase, seed, speed, set: valuesFor(checked, file) },
      ...textOf(file),
      allowOrigins: [...originsAllowed()],
      isDetached: true,
    }),
  );
}

/** Saves and runs the scenario, and shows the result. */
export async function runScenario(
  scenario: ReadyScenario,
  open: typeof openScenario,
): Promise<void> {
  const { file, checked } = scenario;
  if (!(await saveScenario(file))) return;
  const caseName = chosenCase(file, checked);
  if (caseName !== choiceOf(file).case) choose(file, { case: caseName });
  open(file);
  const run = await startReadyRun(scenario, caseName);
  if (run === null || useRoute.getState().route.page === 'rehearse') return;
  showToast({
    title: `${run.report.scenario.name}: ${run.verdict}`,
    tone: run.verdict === 'passed' ? 'ok' : 'bad',
    quiet: true,
    action: { label: 'View', run: () => openScenario(file, { run: run.id }) },
  });
}

/** The server to explore. */
export const chosenServer = (
  { servers }: CheckedScenario,
  { exploration }: Pick<RunChoice, 'exploration'>,
): CheckedScenario['servers'][number] | undefined =>
  servers.find(({ name }) => name === exploration.server) ?? servers[0];

/** Always the same: to try further random schedules, the user continues. */
export const explorationSeed = 1;

const fromStart = { position: 0, unchecked: [] };

/** Saves the scenario and explores it, from the start or where an exploration ended. */
export async function exploreScenario(
  { file, checked }: ReadyScenario,
  { position, unchecked }: Pick<ExplorationReport, 'position' | 'unchecked'> = fromStart,
): Promise<void> {
  if (!(await saveScenario(file))) return;
  const { exploration } = choiceOf(file);
  await startExploration({
    ...{ file, position, unchecked, seed: explorationSeed, budgetMs: exploration.budgetMs },
    ...textOf(file),
    case: chosenCase(file, checked),
    server: chosenServer(checked, choiceOf(file))?.name ?? null,
    disturbances: [...exploration.disturbances],
    ...{ allowIncomplete: false, responsesOnly: false },
    set: valuesFor(checked, file),
    allowOrigins: [...originsAllowed()],
  });
}

/** The name of a file, without the folder of built-in scenarios. */
const fileNameOf = (file: string, ending: string): string =>
  (builtInOf(file) === undefined ? file : file.replace(/^.*\//, '')).replace(/\.ya?ml$/, ending);

/** Creates a file with a name that isn't used yet, and keeps the values of secrets. */
async function createCopy(
  { file, variables }: { readonly file: string; readonly variables: CheckedScenario['variables'] },
  preferred: string,
  text: string,
  run: string | null = null,
): Promise<string> {
  const { files } = await core.scenarios.list();
  const created = unusedName(
    preferred,
    files.map((entry) => entry.file),
  );
  cache(await core.scenarios.create({ file: created, text, ...(run !== null && { run }) }));
  for (const { name, isSecret } of variables)
    if (isSecret) setVariable(created, name, choiceOf(file).set[name] ?? null, isSecret);
  await reloadScenarios();
  return created;
}

const openValues = (
  { variables }: Pick<CheckedScenario, 'variables'>,
  set: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    variables.flatMap(({ name, isSecret }) =>
      isSecret || set[name] === undefined ? [] : [[name, set[name]]],
    ),
  );

/** Saves a built-in scenario with its values as a file of the folder; resolves to null if that failed. */
export async function saveAsScenario(
  file: string,
  text: string,
  checked: CheckedScenario,
  /** The run that is shown: the file has it, too. */
  run: string | null,
): Promise<string | null> {
  const open = openScenarioFromHere();
  let created: string | null = null;
  await perform("Can't save the scenario", async () => {
    const { set, seed } = choiceOf(file);
    const valued = withValues(text, openValues(checked, set));
    const saved = seed === null ? valued : withSeed(valued, seed);
    const of = { file, variables: checked.variables };
    created = await createCopy(of, fileNameOf(file, '.yaml'), saved, run);
    open(created);
    return { title: `Saved as ${created}`, tone: 'ok' };
  });
  return created;
}

/** Saves a failed run as a scenario that repeats it: with its values and seed. */
export const saveFailure = (run: StoredRun): Promise<boolean> => {
  const open = openScenarioFromHere();
  return perform("Can't save the failure", async () => {
    const { text, set, checked } = await core.scenarios.inputs({ id: run.id });
    const saved = withSeed(withValues(text, openValues(checked, set)), run.seed);
    const of = { file: run.file, variables: checked.variables };
    const created = await createCopy(of, fileNameOf(run.file, '.failed.yaml'), saved);
    open(created);
    return { title: `Saved as ${created}`, tone: 'ok' };
  });
};

/** Saves a finding as a scenario in the folder of the explored one, and runs it. */
export const saveFinding = (
  { file, checked }: ReadyScenario,
  open: typeof openScenario,
  text: string,
): Promise<boolean> =>
  perform("Can't save the finding", async () => {
    const of = { file, variables: checked.variables };
    const saved = withValues(text, openValues(checked, choiceOf(file).set));
    const found = await createCopy(of, fileNameOf(file, '.found.yaml'), saved);
    const ready = await readyToRun(found, saved);
    if (ready.problem === null) await runScenario(ready, open);
    else open(found);
  });
