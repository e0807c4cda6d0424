import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { PreviewCard } from '#renderer/components/preview-card.tsx';
import { useLastSync } from '#renderer/stores/syncs-store.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import type { SyncPlan } from '#shared/schemas/sync.ts';
import { HistoryCard } from './history-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { RunCard } from './run-card.tsx';
import { usePlan } from './use-plan.ts';

interface SyncTabProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

/** What receivers would be told now, what they are being told, and what they were told. */
export function SyncTab({ kind, computation }: SyncTabProps) {
  const sync = useLastSync(computation);
  const { plan, problem, reload } = usePlan(kind, computation, sync);
  const isRunning = sync?.state === 'running';
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto p-4">
      <div className="flex max-w-[1280px] flex-col gap-3 @min-[720px]:flex-row">
        <div className="flex min-w-0 flex-col gap-3 @min-[720px]:w-1/2 [&>*]:flex-none">
          {sync !== null && (isRunning || sync.resumable) && <RunCard kind={kind} sync={sync} />}
          {!isRunning &&
            (plan !== null ? (
              <PlanCard
                key={computation.id}
                kind={kind}
                computation={computation}
                plan={plan}
                problem={problem}
              />
            ) : (
              // No higher than it is: the history stands below.
              <div>
                {problem === null ? (
                  <LateSpinner label="Working out the plan" />
                ) : (
                  <ErrorState title="The plan could not be made" onRetry={reload}>
                    {problem}
                  </ErrorState>
                )}
              </div>
            ))}
          <HistoryCard kind={kind} computation={computation} sync={sync} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 @min-[720px]:w-1/2">
          {plan !== null && !isRunning && <FirstCall plan={plan} />}
        </div>
      </div>
    </div>
  );
}

/** The requests of the first call, with the body as it would go out. */
function FirstCall({ plan: { first, destinations } }: { plan: SyncPlan }) {
  if (first === null) return null;
  if (first.deliveries.length === 0)
    return (
      <Card title="The first call">
        <p className="text-fg-2">
          {destinations.length === 0
            ? 'It goes nowhere: no enabled destination is connected to the source.'
            : 'It goes nowhere.'}
        </p>
      </Card>
    );
  return (
    <>
      <h2 className="min-w-0 truncate px-0.5 text-small font-semibold">
        The first call, for <code className="bytes">{visibleLine(first.userId)}</code>
      </h2>
      {first.deliveries.map((delivery) => (
        <PreviewCard key={delivery.destinationId} delivery={delivery} eventName={undefined} />
      ))}
    </>
  );
}
