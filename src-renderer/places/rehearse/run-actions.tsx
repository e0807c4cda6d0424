import { Download, Microscope, Repeat } from 'lucide-react';
import { useState } from 'react';
import { core } from '#renderer/kit/data/core.ts';
import { SaveReport } from '#renderer/kit/files/save-report.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { scenarioReport } from '#shared/report/scenario-report.ts';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { AllowOrigins, EnterSecrets } from './before-run.tsx';
import { useRunAll } from './run-all.tsx';
import { saveRunArchive } from './save-files.ts';
import { originsAllowed, originsToAllow } from './scenario-actions.ts';
import { openRunFromHere, openScenarioFromHere } from './scenario-data.ts';
import { choiceOf, setVariable } from './scenario-drafts.ts';
import { startRun, useScenarioRun } from './scenario-run.ts';

/** Where the progress and the values of a run opened from a run archive are kept. */
export const keyOfRun = ({
  id,
  file,
  openedFrom,
}: Pick<StoredRun, 'id' | 'file' | 'openedFrom'>) => (openedFrom === null ? file : `runs/${id}`);

/** What can be done with a finished run. */
export function RunActions({ run }: { run: StoredRun }) {
  const [toAllow, setToAllow] = useState<readonly string[]>([]);
  const [toEnter, setToEnter] = useState<Readonly<Record<string, string>> | null>(null);
  const isRunning = useScenarioRun((state) => state.isRunning);
  const isBusy = useRunAll((all) => all.isRunning) || isRunning;

  async function repeatWith(allowOrigins: readonly string[]): Promise<void> {
    const key = keyOfRun(run);
    const { speed, set } = choiceOf(key);
    const open = openScenarioFromHere();
    const openRun = openRunFromHere();
    const { checked, secrets } = await core.scenarios.inputs({ id: run.id });
    const entered = secrets.map((name) => [name, set[name] ?? ''] as const);
    const request = { id: run.id, speed, set: Object.fromEntries(entered) };
    const repeated = await startRun(key, () =>
      core.scenarios.repeat({ ...request, allowOrigins: [...allowOrigins] }),
    );
    if (repeated === null) return;
    if (run.openedFrom === null) open(run.file, 'run', repeated.id);
    else {
      for (const [name, value] of entered) setVariable(keyOfRun(repeated), name, value, true);
      openRun(repeated.id);
    }
    await showComparison(run, repeated, checked);
  }

  async function repeat(): Promise<void> {
    const { secrets } = await core.scenarios.inputs({ id: run.id });
    const { set } = choiceOf(keyOfRun(run));
    if (secrets.length === 0) await repeatWithSecrets();
    else setToEnter(Object.fromEntries(secrets.map((name) => [name, set[name] ?? ''])));
  }

  async function repeatWithSecrets(): Promise<void> {
    const { checked } = await core.scenarios.inputs({ id: run.id });
    const origins = originsToAllow([{ checked }]);
    if (origins.length > 0) setToAllow(origins);
    else await repeatWith(originsAllowed());
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        icon={Microscope}
        onClick={() => navigate({ page: 'deliveries', path: ['runs', run.id] })}
      >
        Inspect deliveries
      </Button>
      <Button
        icon={Repeat}
        disabledReason={isBusy ? 'A scenario is running' : undefined}
        onClick={() => void repeat()}
      >
        Run again
      </Button>
      <Button icon={Download} onClick={() => void saveRunArchive(run.id)}>
        Save run archive
      </Button>
      <SaveReport
        name={`${run.report.scenario.file.replace(/^.*\/|\.ya?ml$/g, '')}-${run.report.seed}`}
        report={() => scenarioReport([run.report])}
        json={[run.report]}
      />
      <EnterSecrets
        secrets={toEnter}
        onCancel={() => setToEnter(null)}
        onEnter={(secrets) => {
          setToEnter(null);
          for (const [name, value] of Object.entries(secrets))
            setVariable(keyOfRun(run), name, value, true);
          void repeatWithSecrets();
        }}
      />
      <AllowOrigins
        origins={toAllow}
        onCancel={() => setToAllow([])}
        onAllow={() => {
          setToAllow([]);
          void repeatWith(originsAllowed());
        }}
      />
    </div>
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
