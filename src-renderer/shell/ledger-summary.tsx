import { Check, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { useDelayedTrue } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { LedgerBar } from '#renderer/ui/ledger-bar.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { StateMark, stateTones } from '#renderer/ui/state-mark.tsx';
import { toneSurface, toneText } from '#renderer/ui/tone.ts';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { formatCompactCount, formatCount } from '#shared/kit/format.ts';
import {
  deliveriesIn,
  expectedDeliveries,
  fittingCount,
  hasFailures,
  issuesOf,
  type LedgerIssue,
} from './ledger-labels.ts';

/** From left to right: delivered, not accepted, open, then the others. */
const order = [
  'delivered',
  'refused',
  'waiting',
  'paused',
  'gave_up',
  'blocked',
  'cancelled',
  'not_sent',
] as const satisfies readonly DeliveryState[];

/** Hides deliveries that wait only briefly. */
const waitingDelayMs = 1_500;

/** More need the room of the totals. */
const maxBesideTotals = 2;

const number = (count: number) => <b className="font-[560] text-fg">{formatCount(count)}</b>;

function Balance({ balanced }: { balanced: boolean }) {
  if (!balanced) {
    return (
      <span className="flex items-center gap-1 font-medium text-bad">
        <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
        Messages unaccounted for
      </span>
    );
  }
  return (
    <span className="flex flex-none items-center gap-0.75 text-small text-ok">
      <Check className="icon-small" strokeWidth={1.75} aria-hidden="true" />
      <span className="max-2xl:sr-only">All accounted for</span>
    </span>
  );
}

/** Delivery totals and everything that isn't delivered. */
export function LedgerSummary() {
  const ledger = useLedger((ledger) => ledger);
  const withWaiting = useDelayedTrue(ledger !== null && ledger.waiting > 0, waitingDelayMs);
  if (ledger === null) return <span className="flex-1" />;
  const issues = issuesOf(ledger, withWaiting);
  const expected = expectedDeliveries(ledger);
  const parts = order.map((state) => ({
    label: stateLabel(state),
    count: state === 'not_sent' ? ledger.not_sent - ledger.notSentBy.unrouted : ledger[state],
    tone: stateTones[state],
  }));
  return (
    <section
      aria-label="Ledger"
      className="ml-1 flex min-w-0 flex-1 items-center gap-2.5 overflow-hidden text-fg-2 tabular-nums"
    >
      <LedgerBar
        parts={parts}
        className="w-37.5 flex-none max-2xl:w-22.5 max-lg:w-12 max-md:hidden"
      />
      {issues.length > 0 && <Issues issues={issues} />}
      <span
        className={cx(
          'flex-none whitespace-nowrap max-2xl:hidden',
          issues.length > maxBesideTotals && 'hidden',
        )}
      >
        {number(ledger.accepted)} {ledger.accepted === 1 ? 'message' : 'messages'}
      </span>
      <span
        className={cx(
          'flex-none whitespace-nowrap',
          issues.length > 0 ? 'max-2xl:hidden' : 'max-md:hidden',
          issues.length > maxBesideTotals && 'hidden',
        )}
      >
        {expected === 0 ? (
          'No deliveries'
        ) : (
          <>
            {number(ledger.delivered)} of {formatCount(expected)}{' '}
            <span className="max-lg:sr-only">delivered</span>
          </>
        )}
      </span>
      {(!ledger.balanced || (expected > 0 && !hasFailures(ledger))) && (
        <Balance balanced={ledger.balanced} />
      )}
    </section>
  );
}

const gapPx = 10;
/** Width of "+5" and the space before it. */
const chipPx = 42;
/** Fits the count of the most severe state, its mark, and "+5". */
const minWidth = 'min-w-26';

const item = 'flex flex-none items-center gap-1 font-medium whitespace-nowrap';

const text = ({ count, label }: LedgerIssue): string => `${formatCount(count)} ${label}`;

/**
 * Deliveries that aren't delivered, most severe first. The first is never hidden; those that don't fit are
 * behind "+2".
 */
function Issues({ issues }: { issues: readonly LedgerIssue[] }) {
  const box = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const [visibleCount, setVisibleCount] = useState(0);
  // After each render, since labels differ in width.
  useLayoutEffect(() => {
    const widths = [...(measure.current?.children ?? [])].map(
      (item) => item.getBoundingClientRect().width,
    );
    setVisibleCount(fittingCount(widths, { width, gap: gapPx, chip: chipPx }));
  });
  const hidden = issues.slice(visibleCount);
  return (
    <div ref={box} className={cx('relative flex flex-1 items-center overflow-hidden', minWidth)}>
      <div ref={measure} aria-hidden="true" className="invisible absolute flex">
        {issues.map((issue) => (
          <span key={issue.state} className={item}>
            <StateMark state={issue.state} decorative />
            {text(issue)}
          </span>
        ))}
      </div>
      <ul aria-label="Not delivered" className="flex gap-2.5 empty:hidden">
        {issues.slice(0, visibleCount).map((issue) => (
          <IssueItem key={issue.state} issue={issue} />
        ))}
      </ul>
      {hidden[0] !== undefined && (
        <Popover
          title="Not delivered"
          trigger={
            <button
              type="button"
              aria-label={`${visibleCount > 0 ? `${hidden.length} more: ` : ''}${hidden.map(text).join(', ')}`}
              title={hidden.map(text).join('\n')}
              className={cx(
                'h-5 flex-none rounded-full px-2 text-small font-medium -outline-offset-2',
                visibleCount > 0 && 'ml-2.5',
                toneSurface[hidden[0].tone],
              )}
            >
              {visibleCount > 0 ? (
                `+${hidden.length}`
              ) : (
                <span className="flex items-center gap-1">
                  <StateMark state={hidden[0].state} size={12} decorative />
                  {formatCompactCount(hidden[0].count)}
                  {hidden.length > 1 && ` +${hidden.length - 1}`}
                </span>
              )}
            </button>
          }
        >
          <ul className="flex flex-col gap-1 tabular-nums">
            {issues.map((issue) => (
              <IssueItem key={issue.state} issue={issue} />
            ))}
          </ul>
        </Popover>
      )}
    </div>
  );
}

function IssueItem({ issue }: { issue: LedgerIssue }) {
  return (
    <li>
      <RouteLink
        plain
        to={deliveriesIn(issue)}
        className={cx(item, '-outline-offset-2 hover:underline', toneText[issue.tone])}
      >
        <StateMark state={issue.state} decorative />
        {text(issue)}
      </RouteLink>
    </li>
  );
}
