/** `hookwright explore FILE`: explores a scenario, prints what was found, and writes it as a scenario. */

import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { printError, printLines } from '#main/hosts/headless/print.ts';
import { forkChild } from '#main/hosts/sandbox/child.ts';
import { exploreOne } from '#main/hosts/sandbox/explore-one.ts';
import { createFile, isFileError } from '#main/kit/files.ts';
import type { ExhaustiveOptions } from '#main/scenarios/explore/exhaustive.ts';
import { exploreTarget } from '#main/scenarios/explore/target.ts';
import { type ExploreTarget, NotExplorable } from '#main/scenarios/explore/variant.ts';
import { type FilesOnDisk, withTexts } from '#main/scenarios/files-on-disk.ts';
import { formatDuration, formatSpan } from '#shared/kit/duration.ts';
import { errorText } from '#shared/kit/error-text.ts';
import { counted } from '#shared/kit/format.ts';
import { explorationReport } from '#shared/report/exploration-report.ts';
import { junitReport } from '#shared/report/junit.ts';
import {
  exploreCommandText,
  restartPlaceholder,
  runCommandText,
} from '#shared/scenarios/command.ts';
import {
  certificateLines,
  coverageLines,
  findingText,
  incompleteText,
  phaseLabels,
  reasonText,
  scheduleTexts,
  uncheckedTexts,
  untriedIn,
} from '#shared/scenarios/exploration-text.ts';
import { remoteOrigins, serverOrigins } from '#shared/scenarios/origins.ts';
import { problemLine } from '#shared/scenarios/problem.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import {
  commandDisturbanceKinds,
  DisturbanceKind,
  disturbanceKinds,
  type ExplorationProgress,
  type ExplorationReport,
} from '#shared/scenarios/schema/exploration.ts';
import type { Shard } from '#shared/scenarios/schema/report.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import { announce, variablesReadBy } from '../announce.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createLiveLine } from '../output.ts';
import { reportJson, runExitCodes, saveReports } from '../scenarios/reports.ts';
import {
  defaultReadyMs,
  defaultStallMs,
  exploreLimitMs,
  type RestartOptions,
} from '../scenarios/run-options.ts';
import { readForRun, SelectionError, scenarioFilesOnDisk } from '../scenarios/scenario-files.ts';
import { serverProgramOf } from '../scenarios/server-program.ts';
import { type Content, contentOf, openValues, valuesHashOf } from './content.ts';
import { readSaved, save } from './saved-position.ts';

export interface ExploreCommandOptions extends RestartOptions {
  readonly budget?: number;
  readonly runs?: number;
  readonly seed: number;
  readonly exhaustive?: number;
  readonly shard?: Shard;
  readonly receiverVersion?: string;
  /** Whether equivalent schedules are left out of an exhaustive exploration. */
  readonly prune: boolean;
  readonly resume: boolean;
  readonly out?: string;
  /** Null: all. */
  readonly disturb: readonly DisturbanceKind[] | null;
  readonly server?: string;
  readonly case?: string;
  readonly set: Readonly<Record<string, string>>;
  readonly allowOrigin: readonly string[];
  readonly allowIncomplete: boolean;
  readonly responsesOnly: boolean;
  readonly junit?: string;
  readonly json?: string;
  readonly stall: number;
  readonly limit: number;
}

/** Without what is read from earlier explorations. */
type ExhaustivePart = Omit<ExhaustiveOptions, 'unpredicted' | 'subject'> & {
  readonly subject: Omit<ExhaustiveOptions['subject'], 'startedAt'>;
};

interface Planned {
  readonly scenario: Scenario;
  readonly files: FilesOnDisk;
  /** Of the scenario file and those that it names. */
  readonly content: Content;
  readonly target: ExploreTarget;
  readonly outFile: string;
  readonly disturbances: readonly DisturbanceKind[];
  /** Null for a search. */
  readonly exhaustive: ExhaustivePart | null;
  /** Environment variables that it reads. */
  readonly variables: readonly string[];
}

function chosenCase(scenarios: readonly Scenario[], name: string | undefined): Scenario {
  const cases = scenarios.map((scenario) => scenario.case ?? '');
  const chosen = scenarios.find((scenario) => scenario.case === (name ?? null));
  if (chosen !== undefined) return chosen;
  throw new SelectionError(
    name === undefined
      ? `This scenario has cases. Choose one with --case: ${cases.join(', ')}.`
      : `This scenario has no case "${name}".`,
  );
}

/** Also a link that leads nowhere, which no file can replace. */
const isTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The next name that no file has. */
function freeName(file: string): string {
  const base = file.replace(/\.ya?ml$/, '');
  for (let number = 1; ; number += 1) {
    const name = `${base}.found${number === 1 ? '' : `-${number}`}.yaml`;
    if (!isTaken(name)) return name;
  }
}

/** Before the search, which may take hours. Throws a SelectionError. */
function requireWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new SelectionError(
      `--out: ${file} can't be written (${error.code}). Choose another folder.`,
    );
  }
}

function outFileOf(file: string, out: string | undefined, names: readonly string[]): string {
  if (out === undefined) return freeName(file);
  if (isTaken(out)) throw new SelectionError(`--out: ${out} exists. Choose another file.`);
  if (!existsSync(dirname(out)))
    throw new SelectionError(`--out: the folder ${dirname(out)} doesn't exist. Create it first.`);
  requireWritable(out);
  if (names.length > 0 && dirname(resolve(out)) !== dirname(resolve(file)))
    throw new SelectionError(
      `--out: ${file} refers to other files (${names[0]}), so the finding must be in the same folder. Use a file in ${dirname(file)}.`,
    );
  return out;
}

function disturbancesOf({ disturb, restartWith }: ExploreCommandOptions) {
  if (restartWith !== undefined) return disturb ?? DisturbanceKind.options;
  const kind = commandDisturbanceKinds.find((one) => disturb?.includes(one));
  if (kind !== undefined) throw new SelectionError(`--disturb: ${kind} needs --restart-with.`);
  return disturb ?? disturbanceKinds;
}

/** Throws a SelectionError. */
function exhaustiveOf(
  { exhaustive, shard, receiverVersion, prune }: ExploreCommandOptions,
  scenario: Scenario,
  files: Content,
  version: string,
): Planned['exhaustive'] {
  if (exhaustive !== undefined)
    return {
      ...{ maxDisturbances: exhaustive, shard: shard ?? null, prunes: prune },
      subject: {
        files: [...files],
        case: scenario.case,
        valuesHash: valuesHashOf(scenario),
        ...{ receiverVersion: receiverVersion ?? null, version },
      },
    };
  for (const [name, value] of Object.entries({ shard, 'receiver-version': receiverVersion }))
    if (value !== undefined) throw new SelectionError(`--${name} needs --exhaustive.`);
  return null;
}

/** Throws a SelectionError or NotExplorable. */
async function plan(
  file: string,
  options: ExploreCommandOptions,
  version: string,
): Promise<Planned> {
  const { scenarios: results } = await readForRun([file], options.set);
  const problems = results.flatMap((result) => result.problems);
  if (problems.length > 0) throw new SelectionError(problems.map(problemLine));
  const [result, another] = results;
  if (result === undefined || another !== undefined)
    throw new SelectionError(`${file} isn't a scenario file. Specify one file.`);
  const scenario = chosenCase(result.scenarios, options.case);
  const remote = remoteOrigins(scenario).find((origin) => !options.allowOrigin.includes(origin));
  if (remote !== undefined)
    throw new SelectionError(
      `${file} sends requests to ${remote}. If you trust it, add --allow-origin ${remote}.`,
    );
  const content = await contentOf([file, ...result.files]);
  return {
    ...{ scenario, content },
    files: withTexts(scenarioFilesOnDisk, result.texts),
    target: exploreTarget(scenario, result.texts.get(file) ?? '', options.server ?? null),
    outFile: outFileOf(file, options.out, result.files),
    disturbances: disturbancesOf(options),
    exhaustive: exhaustiveOf(options, scenario, content, version),
    variables: variablesReadBy(result, options.set),
  };
}

const inSeconds = (ms: number): number => Math.round(ms / 1_000) * 1_000;

function progressLine(progress: ExplorationProgress): string {
  const { phase, schedule, coverage, elapsedMs, remainingMs } = progress;
  const left = remainingMs === null ? [] : [`about ${formatSpan(inSeconds(remainingMs))} left`];
  const untried = untriedIn(coverage);
  const tried = `${coverage.runs} tried${untried === 0 ? '' : `, ${untried} to go`}`;
  const times = [formatDuration(inSeconds(elapsedMs)), ...left];
  return [phaseLabels[phase], tried, ...times, ...scheduleTexts(schedule)].join(' · ');
}

function linesOf(
  report: ExplorationReport,
  {
    outFile,
    command,
    runCommand,
    problem,
  }: {
    readonly outFile: string;
    readonly command: string;
    readonly runCommand: string;
    /** Why the finding was not written; null if it was. */
    readonly problem: string | null;
  },
): readonly string[] {
  const { verdict, finding, coverage, unchecked, isComplete } = report;
  const reason = reasonText(report);
  const runs = counted(coverage.runs, 'schedule');
  const isStarted = coverage.runs > 0;
  const head: Readonly<Record<ExplorationReport['verdict'], string>> = {
    passed: `Nothing found in ${runs}.${isComplete ? '' : ` The search is incomplete. ${incompleteText(report)}`}`,
    failed: isStarted ? `Found after ${runs}:` : 'Not explored:',
    inconclusive: `Inconclusive${isStarted ? ` after ${runs}` : ''}: ${reason ?? ''}`,
  };
  return [
    head[verdict],
    ...(finding === null ? [] : findingText(finding).map((line) => `  ${line}`)),
    ...(verdict === 'inconclusive' || reason === null ? [] : [`  ${reason}`]),
    ...(verdict === 'inconclusive' &&
    untriedIn(coverage) > 0 &&
    report.reason?.code !== 'incomplete'
      ? [incompleteText(report)]
      : []),
    ...(finding?.text == null
      ? []
      : problem === null
        ? ['', `Written to ${outFile}. Run it: ${runCommand}`]
        : ['', `${outFile} can't be written (${problem}):`, '', ...finding.text.split('\n')]),
    ...(verdict === 'passed' && isComplete ? certificateLines(report) : []),
    ...(coverage.kinds.length === 0
      ? []
      : ['', 'Tried:', ...coverageLines(coverage).map((line) => `  ${line}`)]),
    ...unchecked.map((code) => uncheckedTexts[code]),
    ...(finding !== null || isComplete || untriedIn(coverage) === 0
      ? []
      : ['', `Continue: ${command} --resume`]),
  ];
}

/** Returns why it was not written, such as `ENOSPC`; null if it was, or there is none. */
async function writeFinding(
  { finding }: ExplorationReport,
  outFile: string,
): Promise<string | null> {
  if (finding?.text == null) return null;
  try {
    await createFile(outFile, finding.text);
    return null;
  } catch (error) {
    if (!isFileError(error)) throw error;
    return error.code;
  }
}

/** Enough for a race condition that fails in one of three runs. */
const raceRepeats = 10;

const exitCodeOf = ({ verdict, reason }: ExplorationReport): number =>
  reason?.code === 'interrupted' ? runExitCodes.interrupted : runExitCodes[verdict];

/** With the name of the option, which is that of the field. */
function problemOf(error: SelectionError | NotExplorable): string | readonly string[] {
  if (error instanceof SelectionError) return error.lines;
  return `${error.field === undefined ? '' : `--${error.field}: `}${errorText(error)}`;
}

/** Returns the exit code. */
export async function exploreScenario(
  file: string,
  options: ExploreCommandOptions,
  version: string,
): Promise<number> {
  const interrupted = new AbortController();
  const ignoreInterrupts = onInterrupt(() => interrupted.abort());
  const serverProgram = serverProgramOf(options);
  try {
    const planned = await plan(file, options, version);
    const { scenario, files, content, target, outFile, disturbances } = planned;
    const { exhaustive, variables } = planned;
    announce({ servers: serverOrigins(scenario), variables, command: options.restartWith });
    const { secretVariables } = scenario;
    const values = openValues(scenario);
    // What passed with another version of the receiver proves nothing about this one.
    const key = [file, content, target, options.seed, disturbances, values, exhaustive];
    const startedAt = new Date();
    const before = options.resume ? await readSaved(key) : null;
    if (options.resume && before === null)
      printError(
        'No exploration with the same files, values and options was found, so this one starts from the beginning.',
      );
    const firstStartedAt = before?.startedAt ?? startedAt.toISOString();
    const choice = {
      ...{ set: options.set, secretVariables, allowOrigins: remoteOrigins(scenario) },
      restartReadyMs: options.restartReady === defaultReadyMs ? undefined : options.restartReady,
    };
    const commandWith = (restartWith: string | undefined): string =>
      exploreCommandText({
        ...{ ...choice, file, seed: options.seed, disturbances, restartWith },
        ...{ case: options.case ?? null, server: options.server ?? null },
        exhaustive: exhaustive ? { ...exhaustive, ...exhaustive.subject } : undefined,
        ...{ budgetMs: options.budget ?? null, maxRuns: options.runs ?? null },
        ...{ allowIncomplete: options.allowIncomplete, responsesOnly: options.responsesOnly },
        stallMs: options.stall === defaultStallMs ? null : options.stall,
        limitMs: options.limit === exploreLimitMs ? null : options.limit,
      });
    const line = createLiveLine(process.stderr);
    const report = await exploreOne(scenario, target, {
      kinds: disturbances,
      seed: options.seed,
      budgetMs: options.budget ?? null,
      maxRuns: options.runs ?? null,
      ...{ position: before?.position ?? 0, unchecked: before?.unchecked ?? [] },
      exhaustive: exhaustive && {
        ...exhaustive,
        unpredicted: before?.unpredicted ?? [],
        subject: { ...exhaustive.subject, startedAt: firstStartedAt },
      },
      ...{ allowIncomplete: options.allowIncomplete, responsesOnly: options.responsesOnly },
      command: commandWith(serverProgram && restartPlaceholder),
      environment: process.env,
      progress: (progress) => line.show(progressLine(progress)),
      run: {
        ...{ version, set: options.set, files, startChild: forkChild },
        ...{ allowOrigins: options.allowOrigin, serverProgram },
        ...{ stallMs: options.stall, limitMs: options.limit, signal: interrupted.signal },
      },
    });
    line.clear();
    const problem = await writeFinding(report, outFile);
    const { failed, runs } = report.finding ?? { failed: 1, runs: 1 };
    const runCommand = runCommandText({
      ...{ ...choice, file: outFile, seed: scenario.seed, case: scenario.case, untilMs: null },
      // A race condition fails in some runs only.
      repeat: failed < runs ? raceRepeats : 1,
      restartWith: options.restartWith,
    });
    const command = commandWith(options.restartWith);
    printLines(linesOf(report, { outFile, command, runCommand, problem }));
    await save(key, report, firstStartedAt);
    const junit = () =>
      junitReport(
        explorationReport(report, {
          ...{ file, name: redactSecretsOf(scenario)(scenario.name), disturbances },
          allowIncomplete: options.allowIncomplete,
          startedAt: startedAt.toISOString(),
          durationMs: Date.now() - startedAt.getTime(),
        }),
      );
    const reports = [
      [options.junit, junit],
      [options.json, () => reportJson(report)],
    ] as const;
    return await saveReports(reports, exitCodeOf(report));
  } catch (error) {
    if (!(error instanceof SelectionError || error instanceof NotExplorable)) throw error;
    printError(problemOf(error));
    return runExitCodes.misuse;
  } finally {
    await serverProgram?.end();
    ignoreInterrupts();
  }
}
