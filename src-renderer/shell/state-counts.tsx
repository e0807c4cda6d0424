/** All deliveries by state, in the top bar. */
import { Clapperboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { type ShownRun, useShownRun } from '#renderer/kit/data/shown-run.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { LedgerBar } from '#renderer/ui/ledger-bar.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { StateMark, stateTones } from '#renderer/ui/state-mark.tsx';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { inState } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import { counted, formatCompactCount, formatCount } from '#shared/kit/format.ts';
import type { DeliveryCounts } from '#shared/statistics/statistics.ts';

/** Each has its own count, also if it is 0, always in this order: no count moves another. */
const ownCounts = ['delivered', 'refused', 'waiting', 'gave_up', 'blocked'] as const;
/** Shown as one count. */
const otherStates = ['paused', 'cancelled', 'not_sent'] as const;
const allStates = [...ownCounts, ...otherStates] as const satisfies readonly DeliveryState[];

/** Longer numbers don't fit into a narrow top bar. */
const maxExactCount = 99_999;

const shortCount = (count: number): string =>
  count > maxExactCount ? formatCompactCount(count) : formatCount(count);

const sumOf = (ledger: DeliveryCounts, states: readonly DeliveryState[]): number =>
  states.reduce((sum, state) => sum + ledger[state], 0);

const deliveriesIn = (state: DeliveryState): RouteTo => ({
  page: 'deliveries',
  query: { filter: printFilter(inState(state)) },
});

/** What is counted: the deliveries of this instance, or those of the run in front. */
export function StateCounts() {
  const run = useShownRun((shown) => shown.run);
  return run === null ? <InstanceCounts /> : <RunCounts run={run} />;
}

function RunCounts({ run }: { run: ShownRun }) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <span className="inline-flex h-5.5 flex-none items-center gap-1.25 rounded-full bg-accent-bg px-2 text-small font-semibold whitespace-nowrap text-accent">
        <Clapperboard size={13} strokeWidth={1.5} aria-hidden="true" /> This run
      </span>
      <Counts counts={run.states} isOfRun>
        From {counted(run.messages, 'accepted message')}
      </Counts>
    </div>
  );
}

function InstanceCounts() {
  const ledger = useLedger((ledger) => ledger);
  if (ledger === null) return <span className="flex-1" />;
  const { accepted, rejected, deleted } = ledger;
  return (
    <Counts counts={ledger} isOfRun={false}>
      From {counted(accepted, 'accepted message')}
      {rejected > 0 && `; ${formatCount(rejected)} rejected`}
      {deleted > 0 && `; ${formatCount(deleted)} deleted`}
    </Counts>
  );
}

interface CountsProps {
  readonly counts: DeliveryCounts;
  /** Without links to the deliveries of this instance. */
  readonly isOfRun: boolean;
  /** What they are made of. */
  readonly children: ReactNode;
}

/** How many deliveries are in each state; a click shows all states and their sum. */
function Counts({ counts: ledger, isOfRun, children }: CountsProps) {
  if (sumOf(ledger, allStates) === 0) return <span className="flex-1" />;
  const others = sumOf(ledger, otherStates);
  const texts = [
    ...ownCounts.map((state) => `${formatCount(ledger[state])} ${stateLabel(state)}`),
    ...(others > 0 ? [`other ${formatCount(others)}`] : []),
  ];
  const lastHeard = others > 0 ? undefined : ownCounts.findLast((state) => ledger[state] > 0);
  return (
    <div className="min-w-0 flex-1">
      <Popover
        title="Deliveries by state"
        trigger={
          <button
            type="button"
            title={texts.join('\n')}
            className="flex h-control max-w-full items-center gap-3 rounded-control px-1.5 text-count font-semibold tabular-nums -outline-offset-2 transition-colors hover:bg-bg-2"
          >
            <span aria-hidden="true" className="flex-none max-lg:hidden">
              <LedgerBar
                parts={allStates.map((state) => ({
                  label: stateLabel(state),
                  count: ledger[state],
                  tone: stateTones[state],
                }))}
                className="w-27 max-xl:w-15"
              />
            </span>
            <span className="sr-only">Deliveries: </span>
            {ownCounts.map((state) => (
              <span
                key={state}
                // Zeros keep the place, and need not be heard.
                aria-hidden={ledger[state] === 0 || undefined}
                className={cx(
                  'flex flex-none items-center gap-1.25',
                  ledger[state] === 0 && 'text-fg-3',
                )}
              >
                <StateMark state={state} decorative />
                {shortCount(ledger[state])}
                <span className="sr-only">
                  {` ${stateLabel(state)}${state === lastHeard ? '' : ', '}`}
                </span>
              </span>
            ))}
            {others > 0 && (
              <span className="flex-none font-normal text-fg-2">other {shortCount(others)}</span>
            )}
          </button>
        }
      >
        <Breakdown counts={ledger} isOfRun={isOfRun}>
          {children}
        </Breakdown>
      </Popover>
    </div>
  );
}

/** Every state with its count, their sum, and what it is made of. */
function Breakdown({ counts, isOfRun, children }: CountsProps) {
  return (
    <div className="min-w-56 tabular-nums">
      <ul>
        {allStates.map((state) => (
          <li key={state}>
            {isOfRun ? (
              <span className={rowStyle}>
                <StateRow state={state} count={counts[state]} />
              </span>
            ) : (
              <RouteLink
                plain
                to={deliveriesIn(state)}
                className={`${rowStyle} -outline-offset-2 hover:bg-bg-3`}
              >
                <StateRow state={state} count={counts[state]} />
              </RouteLink>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1 flex border-t border-line px-1.5 pt-1.5 font-semibold">
        <span className="flex-1">Total</span>
        {formatCount(sumOf(counts, allStates))}
      </p>
      <p className="px-1.5 pt-1 text-small text-fg-2">{children}</p>
    </div>
  );
}

const rowStyle = 'flex h-7 items-center gap-2 rounded-control px-1.5';

function StateRow({ state, count }: { state: DeliveryState; count: number }) {
  return (
    <>
      <StateMark state={state} decorative />
      <span className="flex-1">{stateLabel(state)}</span>
      {formatCount(count)}
    </>
  );
}
