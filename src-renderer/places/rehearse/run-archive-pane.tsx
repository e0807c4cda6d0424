import { Square, Trash2 } from 'lucide-react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence, isNotFound } from '#renderer/kit/data/error-sentence.ts';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import { keyOfRun } from './run-actions.tsx';
import { durationText, shortHash } from './run-labels.ts';
import { RunTab } from './run-tab.tsx';
import { reloadScenarios, useStoredRun } from './scenario-data.ts';
import { stopRun, useScenarioRun } from './scenario-run.ts';
import { VerdictPill } from './verdict-mark.tsx';

function remove({ id }: StoredRun): Promise<boolean> {
  const leave = navigateFromHere();
  return perform("Can't remove the run", async () => {
    await core.scenarios.removeRun({ id });
    leave({ page: 'scenarios' });
    await reloadScenarios();
  });
}

/** A run that was opened from a run archive, or repeats one. */
export function RunArchivePane({ id }: { id: string }) {
  const { data: run, error, refetch } = useStoredRun(id);
  if (error !== null)
    return isNotFound(error) ? (
      <EmptyState title="Run not found">It was removed. Open its run archive again.</EmptyState>
    ) : (
      <ErrorState onRetry={() => void refetch()}>{errorSentence(error)}</ErrorState>
    );
  if (run === undefined) return <LateSpinner label="Loading the run" />;
  return <LoadedRunArchive run={run} />;
}

function LoadedRunArchive({ run }: { run: StoredRun }) {
  const { report, openedFrom } = run;
  const key = keyOfRun(run);
  const isRunning = useScenarioRun((state) => state.isRunning && state.file === key);
  const isStopping = useScenarioRun((state) => state.isStopping);
  const [stop] = useActions('Scenarios', [
    {
      id: 'runArchive.stop',
      title: 'Stop scenario',
      label: 'Stop',
      shortcut: 'Escape',
      icon: Square,
      isShown: isRunning,
      busy: isStopping,
      run: stopRun,
    },
  ]);
  return (
    <section
      {...paneMark}
      aria-label="Run archive"
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <PageHeader
        title={report.scenario.name}
        meta={[openedFrom, `seed ${run.seed}`, durationText(run), shortHash(run.historyHash)]
          .filter((part) => part !== null)
          .join(' · ')}
        actions={
          <>
            <ActionButton action={stop} />
            {!isRunning && <VerdictPill verdict={run.verdict} />}
            <IconButton
              icon={Trash2}
              label="Remove"
              variant="default"
              disabledReason={isRunning ? 'A scenario is running' : undefined}
              onClick={() => void remove(run)}
            />
          </>
        }
      />
      <div className="min-h-0 flex-1 border-t border-line">
        <RunTab file={key} runId={run.id} />
      </div>
    </section>
  );
}
