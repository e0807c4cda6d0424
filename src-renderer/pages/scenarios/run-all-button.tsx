import { useState } from 'react';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { AllowOrigins } from './allow-origins.tsx';
import { prepareAll, resetRunAll, runAll, runAllText, stopRuns, useRunAll } from './run-all.ts';
import { originsToAllow, type ReadyScenario } from './scenario-actions.ts';
import { useScenarioRun } from './scenario-run.ts';

/** Runs all files one after another, or stops the runs. */
export function RunAllButton({ files }: { files: readonly string[] }) {
  const all = useRunAll();
  const isOne = useScenarioRun((run) => run.isRunning) && !all.isRunning;
  const [waiting, setWaiting] = useState<readonly ReadyScenario[]>([]);
  const canStart = !(all.isRunning || isOne);

  async function start(): Promise<void> {
    const scenarios = await prepareAll(files);
    if (originsToAllow(scenarios).length > 0) setWaiting(scenarios);
    else await runAll(scenarios);
  }

  useCommands([
    {
      id: 'scenario.run-all',
      title: 'Run all scenarios',
      section: 'Scenarios',
      shortcut: 'Mod+Shift+Enter',
      enabled: () => canStart,
      run: () => void start(),
    },
  ]);
  return (
    <>
      {all.isRunning ? (
        <Button busy={all.isStopping} onClick={stopRuns}>
          Stop all
        </Button>
      ) : (
        <Button
          disabledReason={isOne ? 'A scenario is running' : undefined}
          onClick={() => void start()}
        >
          Run all
        </Button>
      )}
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
