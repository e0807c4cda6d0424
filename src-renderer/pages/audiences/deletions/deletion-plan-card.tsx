import { useEffect, useState } from 'react';
import { DropOnDeletionSwitch } from '#renderer/components/drop-on-deletion-switch.tsx';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { useSettings } from '#renderer/data/system.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import type { Deletion, DeletionPlan } from '#shared/schemas/deletion.ts';
import { counted } from '../audience-labels.ts';
import { SwitchedOff } from '../list-pane.tsx';

interface DeletionPlanCardProps {
  readonly deletion: Deletion;
  readonly isImporting: boolean;
}

interface Read {
  readonly plan: DeletionPlan | null;
  readonly problem: string | null;
}

/** What it would send if it were started now: read again whenever something about it has changed. */
function usePlan({ deletion, isImporting }: DeletionPlanCardProps): Read & { reload: () => void } {
  const { id, userCount } = deletion;
  const sources = useItems(collections.sources);
  const destinations = useItems(collections.destinations);
  const dropOnDeletion = useSettings()?.dropOnDeletion;
  const [read, setRead] = useState<Read>({ plan: null, problem: null });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    // Named here so that what changes the plan reads it anew.
    void [userCount, sources, destinations, dropOnDeletion, asked];
    if (isImporting) return;
    let isCurrent = true;
    core.deletions.plan({ id }).then(
      (plan) => isCurrent && setRead({ plan, problem: null }),
      (error: unknown) =>
        isCurrent && setRead(({ plan }) => ({ plan, problem: errorSentence(error) })),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, userCount, sources, destinations, dropOnDeletion, isImporting, asked]);
  return { ...read, reload: () => setAsked((count) => count + 1) };
}

export function DeletionPlanCard(props: DeletionPlanCardProps) {
  const { plan, problem, reload } = usePlan(props);
  if (plan === null)
    return (
      // No higher than it is: what can be added stands below.
      <div>
        {problem === null ? (
          <LateSpinner label="Working out the plan" />
        ) : (
          <ErrorState title="The plan could not be made" onRetry={reload}>
            {problem}
          </ErrorState>
        )}
      </div>
    );
  return (
    <>
      <Card title="Plan" meta="nothing is sent before it is started">
        <div className="flex flex-col gap-3">
          {problem !== null && <Banner tone="bad">{problem}</Banner>}
          <p>
            <b className="font-semibold tabular-nums">
              {counted(plan.noticeCount, 'notice', 'notices')}
            </b>
            , which make {counted(plan.deliveryCount, 'delivery', 'deliveries')}.
          </p>
          <AffectedSources plan={plan} />
          <SwitchedOff destinations={plan.switchedOff} />
          <DropOnDeletionSwitch hint={(isOn) => dropHint(isOn, plan.waitingCount)} />
        </div>
      </Card>
      {plan.bodyText !== null && (
        <Card title="Body of the first notice" padded={false}>
          <CodeView label="Body of the first notice" language="json" text={pretty(plan.bodyText)} />
        </Card>
      )}
    </>
  );
}

function pretty(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}

function AffectedSources({ plan: { sources } }: { plan: DeletionPlan }) {
  if (sources.length === 0)
    return (
      <Banner tone="warn" title="No source is affected.">
        None is connected to an enabled destination, so nothing would be sent.
      </Banner>
    );
  return (
    <ul
      aria-label="Affected sources"
      className="flex max-h-48 flex-col gap-1.5 overflow-y-auto p-0.5"
    >
      {sources.map(({ sourceId, sourceName, destinations }) => (
        <li key={sourceId} className="min-w-0 [overflow-wrap:anywhere]">
          <RouteLink to={{ page: 'sources', path: [sourceId] }}>{sourceName}</RouteLink>
          <span className="text-fg-2">
            <ArrowTo />
            {destinations.map(({ destinationName }) => destinationName).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function dropHint(isOn: boolean, waitingCount: number): string {
  const waiting = counted(waitingCount, 'delivery', 'deliveries');
  const now =
    waitingCount === 0 ? 'Nothing of theirs waits just now.' : `${waiting} of theirs wait.`;
  return isOn
    ? `On, for every deletion request: they would be cancelled. ${now}`
    : `Off: they would still be sent, also after the delete. ${now}`;
}
