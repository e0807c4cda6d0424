import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { closePlan } from '#renderer/components/bulk-panel-store.ts';
import { explain } from '#renderer/components/filter/delivery-filter.ts';
import { SkippedList } from '#renderer/components/jobs/skipped-list.tsx';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { ProgressBar, Spinner } from '#renderer/ui/progress.tsx';
import {
  actionOnText,
  actionText,
  deliveriesText,
  jobLabels,
  jobMeaning,
} from '#shared/labels/jobs.ts';
import { formatCount } from '#shared/lib/format.ts';
import { type BulkAction, type BulkPlan, CopyRate } from '#shared/schemas/job.ts';
import { PanelShell } from './panel-shell.tsx';
import { PlanWebhooks } from './plan-webhooks.tsx';
import { startPlanned } from './start-job.ts';
import { useBulkPlan } from './use-bulk-plan.ts';

interface PlanPanelProps {
  readonly action: BulkAction;
  readonly filter: string;
}

function titleOf(action: BulkAction, plan: BulkPlan | null): string {
  const { verb, counted } = jobLabels[action];
  if (plan === null) return actionOnText(action, 'matching deliveries');
  if (plan.matchCount === 0) return `Nothing to ${verb.toLowerCase()}: no matches`;
  if (plan.applyCount === 0) return `Nothing to ${verb.toLowerCase()}`;
  return `${verb} ${counted(plan.applyCount)}?`;
}

/** Shows what a bulk action would do before it starts. */
export function PlanPanel({ action, filter }: PlanPanelProps) {
  const { plan, looking, problem, again } = useBulkPlan(action, filter);
  const formId = useId();
  const frame = useRef<HTMLElement>(null);
  const [perSecond, setPerSecond] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const rateProblem =
    perSecond === null ? undefined : CopyRate.safeParse(perSecond).error?.issues[0]?.message;
  const disabledReason =
    plan === null ? 'Counting matches' : rateProblem === undefined ? undefined : 'Fix the rate';

  useEffect(() => frame.current?.focus(), []);

  const start = async (): Promise<void> => {
    if (plan === null || plan.applyCount === 0 || disabledReason !== undefined || isBusy) return;
    setBusy(true);
    const isStarted = await startPlanned(plan, filter, perSecond);
    setBusy(false);
    if (isStarted) closePlan();
    else again();
  };
  useCommands([
    {
      id: 'bulk.start',
      title: `${actionText(action)} as planned`,
      section: 'Bulk actions',
      shortcut: 'Mod+Enter',
      enabled: () => disabledReason === undefined && plan !== null && plan.applyCount > 0,
      run: () => void start(),
    },
    {
      id: 'bulk.close',
      title: 'Close plan',
      section: 'Bulk actions',
      shortcut: 'Escape',
      run: closePlan,
    },
  ]);
  return (
    <PanelShell
      title={titleOf(action, plan)}
      onClose={closePlan}
      focusRef={frame}
      actions={
        plan !== null &&
        plan.applyCount > 0 && (
          <>
            <Button
              type="submit"
              form={formId}
              variant={action === 'cancel' || action === 'delete' ? 'danger' : 'primary'}
              shortcut="Mod+Enter"
              busy={isBusy}
              disabledReason={disabledReason}
            >
              {actionText(action, plan.applyCount)}
            </Button>
            <Button variant="quiet" onClick={closePlan}>
              Close
            </Button>
          </>
        )
      }
    >
      <p className="text-small break-words text-fg-2">
        {filter === '' ? 'All deliveries' : explain(filter)}
      </p>
      {problem !== null && (
        <Banner
          tone="bad"
          action={
            <Button variant="quiet" onClick={again} className="-my-1 text-current">
              Try again
            </Button>
          }
        >
          {problem}
        </Banner>
      )}
      {plan === null && problem === null && (
        <p role="status" className="flex items-center gap-2 text-small text-fg-2">
          <Spinner /> Counting matches…
        </p>
      )}
      {looking !== null && (
        <div className="flex flex-col gap-1 text-small text-fg-2 tabular-nums">
          <ProgressBar label="Scanned" value={looking.share} of={1} />
          {deliveriesText(looking.matchCount)} so far, {Math.floor(looking.share * 100)}% scanned
        </div>
      )}
      {plan !== null && (
        <form
          id={formId}
          noValidate
          aria-label={titleOf(action, plan)}
          className="flex flex-col gap-2"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void start();
          }}
        >
          <SkippedList label="Skipped" groups={plan.skipped} />
          <PlanWebhooks plan={plan} />
          {plan.sendingCount > 0 && (
            <p className="text-small">
              {formatCount(plan.sendingCount)} in flight; no more attempts.
            </p>
          )}
          {plan.applyCount > 0 && (
            <>
              <p className="text-small">{jobMeaning(action, plan.filter)}</p>
              {action === 'copy' && (
                <Field
                  label="Rate"
                  className="w-44"
                  error={rateProblem}
                  hint={perSecond === null ? 'Leave empty for no limit' : 'requests per second'}
                >
                  <NumberField
                    value={perSecond}
                    onChange={setPerSecond}
                    min={1}
                    max={10_000}
                    unit="/ s"
                  />
                </Field>
              )}
            </>
          )}
        </form>
      )}
    </PanelShell>
  );
}
