import { Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActionButton, ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence, isNotFound } from '#renderer/kit/data/error-sentence.ts';
import { reportActions } from '#renderer/kit/files/save-report.tsx';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { navigate, navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { AllowOrigins, EnterSecrets } from './before-run.tsx';
import { useRunAll } from './run-all.tsx';
import type { RunFacts } from './run-facts.ts';
import { durationText, reportOf, shortHash, verdictText } from './run-labels.ts';
import { RunView } from './run-view.tsx';
import { saveRunArchive } from './save-files.ts';
import { originsAllowed, originsToAllow, saveFailure } from './scenario-actions.ts';
import { openRunFromHere, reloadScenarios, useStoredRun } from './scenario-data.ts';
import { choiceOf, setVariable } from './scenario-drafts.ts';
import { keyOfRun, startRun, stopRun, useScenarioRun } from './scenario-run.ts';
import { VerdictPill } from './verdict-mark.tsx';

function remove({ id }: StoredRun): Promise<boolean> {
  const leave = navigateFromHere();
  return perform("Can't remove the run", async () => {
    await core.scenarios.removeRun({ id });
    leave({ page: 'rehearse' });
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

/** Repeats the run, after the user has entered secrets and allowed origins. */
function useRepeat(run: StoredRun) {
  const [origins, setOrigins] = useState<readonly string[]>([]);
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>> | null>(null);
  const key = keyOfRun(run.id);

  async function repeatWith(allowOrigins: readonly string[]): Promise<void> {
    const { speed, set } = choiceOf(key);
    const openRun = openRunFromHere();
    const inputs = await core.scenarios.inputs({ id: run.id });
    const entered = inputs.secrets.map((name) => [name, set[name] ?? ''] as const);
    const request = { id: run.id, speed, set: Object.fromEntries(entered) };
    const repeated = await startRun(key, () =>
      core.scenarios.repeat({ ...request, allowOrigins: [...allowOrigins], isDetached: true }),
    );
    if (repeated === null) return;
    for (const [name, value] of entered) setVariable(keyOfRun(repeated.id), name, value, true);
    openRun(repeated.id);
    await showComparison(run, repeated, inputs.checked);
  }

  async function repeatWithSecrets(): Promise<void> {
    const { checked } = await core.scenarios.inputs({ id: run.id });
    const asked = originsToAllow([{ checked }]);
    if (asked.length > 0) setOrigins(asked);
    else await repeatWith(originsAllowed());
  }

  async function repeat(): Promise<void> {
    const inputs = await core.scenarios.inputs({ id: run.id });
    const { set } = choiceOf(key);
    if (inputs.secrets.length === 0) await repeatWithSecrets();
    else setSecrets(Object.fromEntries(inputs.secrets.map((name) => [name, set[name] ?? ''])));
  }

  const dialogs = (
    <>
      <EnterSecrets
        secrets={secrets}
        onCancel={() => setSecrets(null)}
        onEnter={(entered) => {
          setSecrets(null);
          for (const [name, value] of Object.entries(entered)) setVariable(key, name, value, true);
          void repeatWithSecrets();
        }}
      />
      <AllowOrigins
        origins={origins}
        onCancel={() => setOrigins([])}
        onAllow={() => {
          setOrigins([]);
          void repeatWith(originsAllowed());
        }}
      />
    </>
  );
  return { repeat, dialogs };
}

function LoadedRunArchive({ run }: { run: StoredRun }) {
  const { report, openedFrom } = run;
  const key = keyOfRun(run.id);
  const current = useScenarioRun();
  const isRunning = current.isRunning && current.file === key;
  const isBusy = useRunAll((all) => all.isRunning) || current.isRunning;
  const { repeat, dialogs } = useRepeat(run);
  const actions = useActions('Rehearse', [
    {
      id: 'runArchive.repeat',
      title: 'Run again',
      shortcut: 'Mod+Enter',
      icon: Play,
      isShown: !isRunning,
      problem: isBusy ? 'A scenario is running' : undefined,
      run: () => void repeat(),
    },
    {
      id: 'runArchive.stop',
      title: 'Stop',
      shortcut: 'Escape',
      icon: Square,
      isShown: isRunning,
      busy: current.isStopping,
      run: stopRun,
    },
    {
      id: 'runArchive.deliveries',
      title: 'Open in Deliveries',
      menu: 'run',
      run: () => navigate({ page: 'deliveries', path: ['runs', run.id] }),
    },
    {
      id: 'runArchive.failure',
      title: 'Save this failure',
      menu: 'run',
      isShown: run.verdict === 'failed',
      run: () => void saveFailure(run),
    },
    {
      id: 'runArchive.save',
      title: 'Save run archive',
      menu: 'run',
      run: () => void saveRunArchive(run.id),
    },
    ...reportActions(reportOf(run)),
    {
      id: 'runArchive.remove',
      title: 'Remove',
      icon: Trash2,
      menu: 'file',
      hidden: true,
      problem: isRunning ? 'A scenario is running' : undefined,
      run: () => void remove(run),
    },
  ]);
  const [again, stop] = actions;
  const facts: RunFacts = {
    ...{ isRunning, run, problem: null, error: null, retry: () => undefined },
    ...(isRunning
      ? { progress: current.progress, timeline: current.timeline, checks: current.checks }
      : { progress: null, timeline: null, checks: null }),
  };
  const problem = current.file === key && !isRunning ? current.problem : null;
  return (
    <section
      {...paneMark}
      aria-label="Run archive"
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <header className="flex flex-none flex-wrap items-center gap-x-2.5 gap-y-2 border-b border-line bg-bg-1 py-3 pr-4 pl-5">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex items-center gap-2.5">
            <span className="truncate text-thing font-[640] tracking-[-0.017em]">
              {report.scenario.name}
            </span>
            {!isRunning && <VerdictPill verdict={run.verdict}>{verdictText(run)}</VerdictPill>}
          </h2>
          <p className="mt-0.5 truncate text-small text-fg-2">
            {[openedFrom, `seed ${run.seed}`, durationText(run), shortHash(run.historyHash)]
              .filter((part) => part !== null)
              .join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          <ActionButton action={again} variant="soft" />
          <ActionButton action={stop} />
          <ActionMenu actions={actions} />
        </div>
      </header>
      <div className="min-h-0 flex-1">
        {problem !== null ? (
          <ErrorState title="Can't run this scenario">{problem}</ErrorState>
        ) : (
          <RunView facts={facts} prediction={null} isChanged={false} onShowLine={null} />
        )}
      </div>
      {dialogs}
    </section>
  );
}

/** The responses of own servers take real time and may change, so a different history is no alarm. */
async function showComparison(
  before: StoredRun,
  after: StoredRun,
  { usesOwnServers }: CheckedScenario,
): Promise<void> {
  if (before.historyHash === after.historyHash)
    return void showToast({ title: 'Same history', tone: 'ok' });
  if (!usesOwnServers) {
    showToast({
      title: 'The history differs',
      description: 'The new run has other events.',
      tone: 'bad',
    });
    return;
  }
  const { isTimesOnly } = await core.scenarios.compare({ a: before.id, b: after.id });
  showToast(
    isTimesOnly
      ? { title: 'Same events', description: 'Only response times differ.', tone: 'ok' }
      : { title: 'Other events than before', description: 'Your server responded differently.' },
  );
}
