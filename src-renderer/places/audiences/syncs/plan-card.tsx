import { ArrowRight, RefreshCw } from 'lucide-react';
import { type FormEvent, Fragment, useState } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import type { SyncPlan } from '#shared/audiences/sync.ts';
import type { PlannedDestination } from '#shared/connections/destination.ts';
import { reasonLabels } from '#shared/deliveries/text.ts';
import { SyncRate } from '#shared/jobs/job.ts';
import { formatCount } from '#shared/kit/format.ts';
import { syncProblemText } from '#shared/kit/problem.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { syncedValues } from '../audience-labels.tsx';
import { planText, rateHint, startSync } from './sync-actions.ts';

interface PlanCardProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly plan: SyncPlan;
  /** Why it couldn't be reloaded. */
  readonly problem: string | null;
}

export function PlanCard({ kind, computation, plan, problem }: PlanCardProps) {
  const [perSecond, setPerSecond] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const planProblem = plan.problem && syncProblemText(plan.problem);
  const rateProblem =
    perSecond === null ? undefined : SyncRate.safeParse(perSecond).error?.issues[0]?.message;
  const total = plan.additions + plan.removals;
  const disabledReason = planProblem ?? (rateProblem === undefined ? undefined : 'Fix the rate');

  const run = async (full: boolean): Promise<void> => {
    setConfirming(false);
    if (disabledReason !== undefined || isBusy) return;
    setBusy(true);
    await startSync(kind, computation.id, perSecond, full);
    setBusy(false);
  };
  const [start] = useActions('Audiences', [
    {
      id: 'computation.start',
      title: 'Start sync',
      label: total === 0 ? 'Sync anyway' : 'Start sync',
      shortcut: 'Mod+Enter',
      icon: RefreshCw,
      busy: isBusy,
      problem: disabledReason,
      run: () => void run(false),
    },
  ]);
  return (
    <Card
      title="Next sync"
      meta={computation.schedule !== null && 'scheduled'}
      actions={<LearnMore topic="audiences" />}
    >
      <form
        noValidate
        aria-label="Next sync"
        className="flex flex-col gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          start.run();
        }}
      >
        {planProblem !== null && (
          <Banner tone="warn" title="Can't sync.">
            {planProblem}
          </Banner>
        )}
        {problem !== null && <Banner tone="bad">{problem}</Banner>}
        <dl className="flex gap-6">
          <Count label={syncedValues[kind].addition} tone="text-ok" count={plan.additions} />
          <Count label={syncedValues[kind].removal} tone="text-fg-2" count={plan.removals} />
        </dl>
        <p className="text-fg-2">{planText(kind, plan)}</p>
        <Destinations plan={plan} />
        <DisabledDestinations destinations={plan.disabledDestinations} />
        <div className="flex flex-wrap items-start gap-x-3">
          <Field
            label="Rate"
            className="w-44"
            error={rateProblem}
            hint={rateHint(perSecond, total)}
          >
            <NumberField
              value={perSecond}
              onChange={setPerSecond}
              min={1}
              max={10_000}
              unit="/ s"
            />
          </Field>
          <ActionButton action={start} type="submit" variant="primary" className="mt-label" />
          <Button
            disabledReason={
              disabledReason ?? (plan.userCount === 0 ? 'No users to sync' : undefined)
            }
            onClick={() => setConfirming(true)}
            className="mt-label"
          >
            Resync all users
          </Button>
        </div>
        {isConfirming && (
          <ResyncConfirmation
            userCount={plan.userCount}
            onConfirm={() => void run(true)}
            onCancel={() => setConfirming(false)}
          />
        )}
      </form>
    </Card>
  );
}

function Count({ label, tone, count }: { label: string; tone: string; count: number }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="bytes text-fg-2">{label}</dt>
      <dd
        className={`text-figure font-semibold tracking-[-0.02em] tabular-nums ${count === 0 ? 'text-fg-3' : tone}`}
      >
        {formatCount(count)}
      </dd>
    </div>
  );
}

function Destinations({ plan: { destinations } }: { plan: SyncPlan }) {
  if (destinations.length === 0)
    return (
      <p className="text-warn">
        The source has no enabled destination.{' '}
        <RouteLink to={{ page: 'connections' }}>Connect a destination</RouteLink>
      </p>
    );
  return (
    <ul aria-label="Destinations" className="flex max-h-40 flex-col gap-1 overflow-y-auto p-0.5">
      {destinations.map(({ destinationId, destinationName, notSent }) => (
        <li key={destinationId} className="flex min-w-0 items-center gap-2">
          {notSent === null ? (
            <ArrowRight aria-hidden="true" className="icon-small text-fg-3" />
          ) : (
            <StateMark state="not_sent" decorative />
          )}
          <RouteLink
            to={{ page: 'connections', path: ['destinations', destinationId] }}
            className="truncate"
          >
            {visibleLine(destinationName)}
          </RouteLink>
          {notSent !== null && (
            <span className="flex-none text-small text-fg-2">{reasonLabels[notSent]}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ResyncConfirmationProps {
  readonly userCount: number;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function ResyncConfirmation({ userCount, onConfirm, onCancel }: ResyncConfirmationProps) {
  return (
    <Banner
      tone="warn"
      title={`Resync all ${formatCount(userCount)} ${userCount === 1 ? 'user' : 'users'}?`}
      action={
        <>
          <Button variant="primary" onClick={onConfirm}>
            Resync
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </>
      }
    >
      Includes synced users.
    </Banner>
  );
}

const maxNamed = 3;

/** Connected destinations that are off. */
export function DisabledDestinations({
  destinations,
}: {
  destinations: readonly PlannedDestination[];
}) {
  if (destinations.length === 0) return null;
  const listed = destinations.slice(0, maxNamed);
  const otherCount = destinations.length - listed.length;
  return (
    <p className="text-small [overflow-wrap:anywhere] text-fg-2">
      {listed.map(({ destinationId, destinationName }, index) => (
        <Fragment key={destinationId}>
          {index > 0 && ', '}
          <RouteLink to={{ page: 'connections', path: ['destinations', destinationId] }}>
            {visibleLine(destinationName)}
          </RouteLink>
        </Fragment>
      ))}
      {otherCount > 0 && ` and ${otherCount} more`}
      {destinations.length === 1 ? ' is disabled' : ' are disabled'}
    </p>
  );
}
