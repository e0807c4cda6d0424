import { X } from 'lucide-react';
import {
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { UrlChoice } from '#renderer/connections/url-choice.tsx';
import { explain } from '#renderer/filter/delivery-filter.ts';
import { closePlan } from '#renderer/jobs/job-actions.ts';
import { SkippedList } from '#renderer/jobs/job-view.tsx';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { restoreFocus } from '#renderer/ui/popup.tsx';
import { ProgressBar, Spinner } from '#renderer/ui/progress.tsx';
import {
  type BulkAction,
  type BulkPlan,
  CopyRate,
  canChooseUrls,
  type PlannedUrl,
  plannedCount,
  preselectedUrls,
} from '#shared/jobs/job.ts';
import {
  actionOnText,
  deliveriesText,
  duplicatesText,
  jobLabels,
  jobMeaning,
  plannedText,
} from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { clearSelection } from '../selection.ts';
import { startPlanned, useBulkPlan } from './bulk-plan.ts';

interface PanelShellProps {
  readonly title: ReactNode;
  /** Undefined while the panel can't be closed. */
  readonly onClose?: (() => void) | undefined;
  readonly focusRef?: Ref<HTMLElement> | undefined;
  readonly children: ReactNode;
  /** Buttons that stay visible while the panel scrolls. */
  readonly actions?: ReactNode;
}

/** In place of the detail. */
function PanelShell({ title, onClose, focusRef, children, actions }: PanelShellProps) {
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  useImperativeHandle(focusRef, () => frame.current as HTMLElement, []);
  useLayoutEffect(() => {
    const [before, panel] = [document.activeElement, frame.current];
    return () => restoreFocus(before, panel);
  }, []);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex h-full min-h-0 flex-col gap-2.5 bg-bg-1 py-3.5 outline-none"
    >
      <div className="flex flex-none items-start gap-2 pr-4 pl-5">
        <h2
          id={titleId}
          className="min-w-0 flex-1 text-thing font-[640] tracking-[-0.017em] tabular-nums"
        >
          {title}
        </h2>
        {onClose !== undefined && (
          <IconButton
            size="small"
            icon={X}
            label="Close"
            shortcut="Escape"
            onClick={onClose}
            className="-my-0.5"
          />
        )}
      </div>
      <div className="-my-0.5 flex min-h-0 flex-col gap-2.5 overflow-y-auto py-0.5 pr-4 pl-5">
        {children}
      </div>
      {actions && <div className="flex flex-none flex-wrap gap-2 pr-4 pl-5">{actions}</div>}
    </section>
  );
}

interface PlanPanelProps {
  readonly action: BulkAction;
  readonly filter: string;
  /** What the filter selects, if it has a name. */
  readonly scope: string | null;
}

const nothingTo: Readonly<Record<BulkAction, string>> = {
  retry: 'Nothing to retry',
  copy: 'Nothing to send',
  cancel: 'Nothing to cancel',
  delete: 'Nothing to delete',
};

/** What the table of URLs means. */
const urlLabels: Readonly<Record<BulkAction, string>> = {
  retry: 'Requests to',
  copy: 'Requests to',
  cancel: 'No further requests to',
  delete: 'Deliveries to',
};

function titleOf(action: BulkAction, plan: BulkPlan | null, chosen: readonly PlannedUrl[]): string {
  if (plan === null) return actionOnText(action, 'matching deliveries');
  if (plan.matchCount === 0) return `${nothingTo[action]}: no matches`;
  if (plan.applyCount === 0) return nothingTo[action];
  if (plannedCount(plan, chosen) > 0) return `${plannedText(plan, chosen)}?`;
  return action === 'retry' ? 'Choose URLs to retry' : 'Choose URLs for copies';
}

/** Shows what a bulk action would do before it starts. */
export function PlanPanel({ action, filter, scope }: PlanPanelProps) {
  const { plan, looking, problem, again } = useBulkPlan(action, filter);
  const formId = useId();
  const frame = useRef<HTMLElement>(null);
  const [perSecond, setPerSecond] = useState<number | null>(null);
  const [choice, setChoice] = useState<{ of: BulkPlan; urls: readonly PlannedUrl[] } | null>(null);
  const chosen = plan === null ? [] : choice?.of === plan ? choice.urls : preselectedUrls(plan);
  const count = plan === null ? 0 : plannedCount(plan, chosen);
  const duplicates = canChooseUrls(action) ? duplicatesText(chosen) : '';
  const rateProblem =
    perSecond === null ? undefined : CopyRate.safeParse(perSecond).error?.issues[0]?.message;
  const disabledReason =
    plan === null
      ? 'Counting matches'
      : count === 0
        ? 'Choose a URL'
        : rateProblem === undefined
          ? undefined
          : 'Fix the rate';

  useEffect(() => frame.current?.focus(), []);

  const [start, close] = useActions('Bulk actions', [
    {
      id: 'bulk.start',
      title: 'Start as planned',
      label: plan === null ? jobLabels[action].verb : plannedText(plan, chosen),
      shortcut: 'Mod+Enter',
      problem: disabledReason,
      run: async () => {
        if (plan === null) return;
        if (await startPlanned(plan, filter, chosen, perSecond)) {
          closePlan();
          clearSelection();
        } else again();
      },
    },
    { id: 'bulk.close', title: 'Close plan', label: 'Close', shortcut: 'Escape', run: closePlan },
  ]);
  return (
    <PanelShell
      title={titleOf(action, plan, chosen)}
      onClose={close.run}
      focusRef={frame}
      actions={
        plan !== null &&
        plan.applyCount > 0 && (
          <>
            <ActionButton
              action={start}
              type="submit"
              form={formId}
              variant={action === 'cancel' || action === 'delete' ? 'danger' : 'primary'}
            />
            <Button variant="quiet" onClick={close.run}>
              Close
            </Button>
          </>
        )
      }
    >
      <p className="text-small break-words text-fg-2">
        {scope ?? (filter === '' ? 'All deliveries' : explain(filter))}
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
          aria-label={titleOf(action, plan, chosen)}
          className="flex flex-col gap-2"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            start.run();
          }}
        >
          <SkippedList label="Skipped" groups={plan.skipped} />
          <UrlChoice
            label={urlLabels[action]}
            urls={plan.urls}
            chosen={canChooseUrls(action) ? chosen : null}
            onChoose={(urls) => setChoice({ of: plan, urls })}
            hasCounts
          />
          {plan.sendingCount > 0 && (
            <p className="text-small">
              {formatCount(plan.sendingCount)} in flight; no more attempts.
            </p>
          )}
          {plan.applyCount > 0 && (
            <>
              {duplicates !== '' && <p className="text-small font-medium">{duplicates}</p>}
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
