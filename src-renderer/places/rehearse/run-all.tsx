/** Runs all scenarios one after another; continues when the user leaves the page. */

import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { create } from 'zustand';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { type Verdict, verdicts } from '#shared/scenarios/schema/report.ts';
import { AllowOrigins } from './before-run.tsx';
import {
  originsToAllow,
  type ReadyScenario,
  readyToRun,
  saveScenario,
  startReadyRun,
} from './scenario-actions.ts';
import { useDrafts } from './scenario-drafts.ts';
import { stopRun, useScenarioRun } from './scenario-run.ts';

interface RunAll {
  readonly isRunning: boolean;
  readonly isStopping: boolean;
  /** Number of runs: one per file, or per case of a file. */
  readonly total: number;
  readonly verdicts: readonly Verdict[];
  /** By file: why it was not run. */
  readonly problems: Readonly<Record<string, string>>;
}

const idle: RunAll = { isRunning: false, isStopping: false, total: 0, verdicts: [], problems: {} };

export const useRunAll = create<RunAll>()(() => idle);

const skip = (file: string, problem: string): void =>
  useRunAll.setState(({ problems }) => ({ problems: { ...problems, [file]: problem } }));

async function prepare(file: string): Promise<ReadyScenario> {
  const text = useDrafts.getState().texts[file]?.text ?? (await core.scenarios.get({ file })).text;
  return readyToRun(file, text);
}

/** Checks the files; those with problems are not run. */
async function prepareAll(files: readonly string[]): Promise<readonly ReadyScenario[]> {
  useRunAll.setState({ ...idle, isRunning: true });
  const ready: ReadyScenario[] = [];
  for (const file of files) {
    const scenario = await prepare(file).catch((error: unknown) => errorSentence(error));
    if (typeof scenario === 'string') skip(file, scenario);
    else if (scenario.problem !== null) skip(file, scenario.problem);
    else ready.push(scenario);
  }
  return ready;
}

const resetRunAll = (): void => useRunAll.setState(idle);

const casesOf = ({ checked }: ReadyScenario): readonly (string | null)[] =>
  checked.cases.length === 0 ? [null] : checked.cases;

/** Runs prepared scenarios. */
async function runAll(scenarios: readonly ReadyScenario[]): Promise<void> {
  useRunAll.setState({ total: scenarios.flatMap(casesOf).length });
  for (const scenario of scenarios) {
    const { file } = scenario;
    if (!(await saveScenario(file))) skip(file, 'not saved');
    else
      for (const name of casesOf(scenario)) {
        if (useRunAll.getState().isStopping) break;
        const run = await startReadyRun(scenario, name);
        if (run === null) skip(file, useScenarioRun.getState().problem ?? 'not run');
        else useRunAll.setState((before) => ({ verdicts: [...before.verdicts, run.verdict] }));
      }
    if (useRunAll.getState().isStopping) break;
  }
  useRunAll.setState({ isRunning: false, isStopping: false });
}

/** Stops the current run and those that would follow. */
export function stopRuns(): void {
  if (useRunAll.getState().isRunning) useRunAll.setState({ isStopping: true });
  stopRun();
}

/** `5 passed · 1 failed · 1 not run`; empty before the first result. */
function runAllText({ verdicts: runVerdicts, problems }: RunAll): string {
  const notRun = Object.keys(problems).length;
  return [
    ...verdicts.map(
      (verdict) =>
        [runVerdicts.filter((runVerdict) => runVerdict === verdict).length, verdict] as const,
    ),
    [notRun, 'not run'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(' · ');
}

/** Runs all files one after another, or stops the runs. */
export function RunAllButton({ files }: { files: readonly string[] }) {
  const all = useRunAll();
  const isOne = useScenarioRun((run) => run.isRunning) && !all.isRunning;
  const [waiting, setWaiting] = useState<readonly ReadyScenario[]>([]);

  async function start(): Promise<void> {
    const scenarios = await prepareAll(files);
    if (originsToAllow(scenarios).length > 0) setWaiting(scenarios);
    else await runAll(scenarios);
  }

  const [startAll, stopAll] = useActions('Rehearse', [
    {
      id: 'scenario.run-all',
      title: 'Run all scenarios',
      label: 'Run all',
      shortcut: 'Mod+Shift+Enter',
      icon: ListChecks,
      isShown: !all.isRunning,
      problem: isOne
        ? 'A scenario is running'
        : files.length === 0
          ? 'No scenarios yet'
          : undefined,
      run: () => void start(),
    },
    {
      id: 'scenario.stop-all',
      title: 'Stop all',
      hidden: true,
      isShown: all.isRunning,
      busy: all.isStopping,
      run: stopRuns,
    },
  ]);
  return (
    <>
      {/* One button, so that it keeps the focus. */}
      <ActionButton action={all.isRunning ? stopAll : startAll} className="max-lg:[&_kbd]:hidden" />
      <AllowOrigins
        origins={originsToAllow(waiting)}
        onCancel={() => {
          setWaiting([]);
          resetRunAll();
        }}
        onAllow={() => {
          setWaiting([]);
          void runAll(waiting);
        }}
      />
    </>
  );
}

/** Results of running all files, current or last. */
export function RunAllSummary() {
  const all = useRunAll();
  const { isRunning, total, verdicts } = all;
  const text = runAllText(all);
  return (
    <span role="status" className="text-fg-2">
      {[text, ...(isRunning ? [`${verdicts.length} of ${total} run`] : [])]
        .filter((part) => part !== '')
        .join(' · ')}
    </span>
  );
}
