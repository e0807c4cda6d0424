import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { paneMark } from '#renderer/components/focus.ts';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, isNotFound } from '#renderer/data/error-sentence.ts';
import { api } from '#renderer/data/query-client.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import type { StoredRun } from '#shared/schemas/scenario/run.ts';
import { keyOfRun } from './run-actions.tsx';
import { durationText, shortDigest } from './run-labels.ts';
import { RunTab } from './run-tab.tsx';
import { reloadScenarios, useStoredRun } from './scenario-data.ts';
import { VariablesForm } from './variables-form.tsx';
import { VerdictPill } from './verdict-mark.tsx';

async function remove({ id }: StoredRun): Promise<void> {
  try {
    await core.scenarios.removeRun({ id });
    navigate({ page: 'scenarios' }, 'replace');
    await reloadScenarios();
  } catch (error) {
    showFailure("Can't remove the run", error);
  }
}

/** A run that was opened from a capsule, or repeats one. */
export function CapsulePane({ id }: { id: string }) {
  const { data: run, error, refetch } = useStoredRun(id);
  if (error !== null)
    return isNotFound(error) ? (
      <EmptyState title="Run not found">It was removed. Open its capsule again.</EmptyState>
    ) : (
      <ErrorState title="Can't load the run" onRetry={() => void refetch()}>
        {errorSentence(error)}
      </ErrorState>
    );
  if (run === undefined) return <LateSpinner label="Loading the run" />;
  const { report, openedFrom } = run;
  return (
    <section
      {...paneMark}
      aria-label="Capsule"
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <PageHeader
        title={report.scenario.name}
        meta={[openedFrom, `seed ${run.seed}`, durationText(run), shortDigest(run.digest)]
          .filter((part) => part !== null)
          .join(' · ')}
        actions={
          <>
            <VerdictPill verdict={run.verdict} />
            <IconButton
              icon={Trash2}
              label="Remove"
              variant="default"
              onClick={() => void remove(run)}
            />
          </>
        }
      />
      <Secrets run={run} />
      <div className="min-h-0 flex-1 border-t border-line">
        <RunTab file={keyOfRun(run)} runId={run.id} />
      </div>
    </section>
  );
}

/** Values of secret variables, which a capsule leaves out. */
function Secrets({ run }: { run: StoredRun }) {
  const { data } = useQuery(api.scenarios.inputs.queryOptions({ input: { id: run.id } }));
  if (data === undefined) return null;
  const variables = data.checked.variables.filter(({ isSecret }) => isSecret);
  return (
    <VariablesForm
      file={keyOfRun(run)}
      checked={{ ...data.checked, variables }}
      showsMissing={false}
    />
  );
}
