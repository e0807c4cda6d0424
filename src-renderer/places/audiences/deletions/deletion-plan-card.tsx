import { useQuery } from '@tanstack/react-query';
import { CancelOnDeletionSwitch } from '#renderer/connections/cancel-on-deletion-switch.tsx';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import type { Plan } from '#renderer/kit/data/syncs.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import type { Deletion, DeletionPlan } from '#shared/audiences/deletion.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { DisabledDestinations } from '../syncs/plan-card.tsx';

interface DeletionPlanCardProps {
  readonly deletion: Deletion;
  readonly isImporting: boolean;
}

/** Not loaded during an import, which changes it constantly. */
function usePlan({ deletion: { id }, isImporting }: DeletionPlanCardProps): Plan<DeletionPlan> {
  const { data, error, refetch } = useQuery({
    ...api.deletions.plan.queryOptions({ input: { id } }),
    staleTime: 0,
    networkMode: 'always',
    enabled: !isImporting,
  });
  return {
    plan: data ?? null,
    problem: error === null ? null : errorSentence(error),
    reload: () => void refetch(),
  };
}

export function DeletionPlanCard(props: DeletionPlanCardProps) {
  const { plan, problem, reload } = usePlan(props);
  if (plan === null)
    return (
      <div>
        {problem === null ? (
          <LateSpinner label="Loading plan" />
        ) : (
          <ErrorState onRetry={reload}>{problem}</ErrorState>
        )}
      </div>
    );
  return (
    <>
      <div className="flex flex-col gap-3">
        {problem !== null && <Banner tone="bad">{problem}</Banner>}
        <p>
          <b className="font-semibold tabular-nums">{counted(plan.notices, 'notice')}</b>,{' '}
          {counted(plan.deliveryCount, 'delivery', 'deliveries')}
        </p>
        <AffectedSources plan={plan} />
        <DisabledDestinations destinations={plan.disabledDestinations} />
        <CancelOnDeletionSwitch>
          It applies to all deletion requests.
          {plan.waitingCount > 0 && ` ${formatCount(plan.waitingCount)} waiting now.`}
        </CancelOnDeletionSwitch>
      </div>
      {plan.bodyText !== null && (
        <Card title="First notice" padded={false}>
          <CodeView label="First notice" language="json" text={pretty(plan.bodyText)} />
        </Card>
      )}
    </>
  );
}

function pretty(text: string): string {
  return JSON.stringify(parseExact(text), null, 2);
}

function AffectedSources({ plan: { sources } }: { plan: DeletionPlan }) {
  if (sources.length === 0)
    return <Banner tone="warn">No source has an enabled destination.</Banner>;
  return (
    <ul
      aria-label="Affected sources"
      className="flex max-h-48 flex-col gap-1.5 overflow-y-auto p-0.5"
    >
      {sources.map(({ sourceId, sourceName, destinations }) => (
        <li key={sourceId} className="min-w-0 [overflow-wrap:anywhere]">
          <RouteLink to={{ page: 'connections', path: ['sources', sourceId] }}>
            {sourceName}
          </RouteLink>
          <span className="text-fg-2">
            <ArrowTo />
            {destinations.map(({ destinationName }) => destinationName).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
