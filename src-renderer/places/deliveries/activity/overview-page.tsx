import { ChartColumnStacked, ListFilter, Play } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { FilterBar, UnreadableFilter } from '#renderer/filter/filter-bar.tsx';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { useClock } from '#renderer/kit/data/clock.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { formatSpan } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import { type Statistics, statisticsRanges } from '#shared/statistics/statistics.ts';
import { CausesCard } from './causes-card.tsx';
import { deliveriesOpenBefore } from './deliveries-links.ts';
import { DepthCard } from './depth-card.tsx';
import { Figures } from './figures.tsx';
import { LatencyCard } from './latency-card.tsx';
import {
  type OverviewView,
  overviewRoute,
  rangeNames,
  viewOf,
  widerRanges,
} from './overview-route.ts';
import { useOlderOpen, useStatistics } from './use-statistics.ts';
import { VolumeCard } from './volume-card.tsx';
import { totalOf, volumeParts } from './volume-series.ts';
import { WebhooksCard } from './webhooks-card.tsx';

function useOverviewView(): OverviewView {
  const route = useRoute((state) => state.route);
  return useMemo(() => viewOf(route), [route]);
}

const ranges = statisticsRanges.map((value) => ({ value, label: rangeNames[value].short }));

/** Statistics over a range of virtual time. */
export function OverviewPage() {
  const view = useOverviewView();
  const show = (change: Partial<OverviewView>): void =>
    navigate(overviewRoute({ ...view, ...change }), 'replace');
  useActions(
    'Overview',
    statisticsRanges.map((range) => ({
      id: `overview.range.${range}`,
      title: `Show ${rangeNames[range].long}`,
      run: () => show({ range }),
    })),
  );
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg-0">
      <header className="flex-none border-b border-line bg-bg-1">
        {/* Aligns the filter, which has its own margin, with the cards. */}
        <div className="flex items-start gap-2 pr-1.5 pl-4">
          <h1 className="mt-2.5 flex-none text-title font-semibold tracking-[-0.012em]">
            Overview
          </h1>
          <div className="min-w-0 flex-1">
            <FilterBar
              filter={view.filter}
              onFilter={(filter) => show({ filter })}
              trailing={
                <Segmented
                  label="Time range"
                  segments={ranges}
                  value={view.range}
                  onChange={(range) => show({ range })}
                />
              }
            />
          </div>
        </div>
      </header>
      <ScrollRegion label="Statistics" className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        {isValidFilter(view.filter) ? (
          <Content view={view} />
        ) : (
          <UnreadableFilter onRemove={() => show({ filter: '' })} />
        )}
      </ScrollRegion>
    </div>
  );
}

function Content({ view }: { view: OverviewView }) {
  const { statistics, isOutdated, problem, retry } = useStatistics(view);
  const olderOpen = useOlderOpen(view, statistics, isOutdated);
  if (statistics === null && problem !== null)
    return <ErrorState onRetry={retry}>{problem}</ErrorState>;
  if (statistics === null) return <LateSpinner label="Loading statistics" />;
  return (
    <div
      aria-busy={isOutdated}
      className={cx(
        '@container mx-auto flex max-w-[1500px] flex-col gap-3 p-4 transition-opacity',
        isOutdated && 'opacity-60',
      )}
    >
      <VirtualTimeNote statistics={statistics} />
      <AheadNote ahead={statistics.ahead} view={view} />
      <OlderNote count={olderOpen} from={statistics.from} view={view} />
      <Shown statistics={statistics} view={view} />
    </div>
  );
}

const isEmpty = (statistics: Statistics): boolean =>
  totalOf(volumeParts(statistics, 'deliveries')) + totalOf(volumeParts(statistics, 'attempts')) ===
  0;

function Shown({ statistics, view }: { statistics: Statistics; view: OverviewView }) {
  const { filter } = view;
  const hasWebhooks = statistics.webhooks.length > 0;
  if (isEmpty(statistics))
    return (
      <>
        <NoStatistics view={view} />
        {hasWebhooks && <WebhooksCard statistics={statistics} filter={filter} />}
      </>
    );
  return (
    <>
      <Figures statistics={statistics} />
      <CausesCard statistics={statistics} filter={filter} />
      <div className="grid grid-cols-12 gap-3">
        <VolumeCard
          statistics={statistics}
          filter={filter}
          className="col-span-7 @max-3xl:col-span-12"
        />
        <LatencyCard statistics={statistics} className="col-span-5 @max-3xl:col-span-12" />
        <WebhooksCard
          statistics={statistics}
          filter={filter}
          className="col-span-8 @container self-start @max-3xl:col-span-12"
        />
        <DepthCard
          statistics={statistics}
          filter={filter}
          className="col-span-4 self-start @max-3xl:col-span-12"
        />
      </div>
    </>
  );
}

interface AheadNoteProps {
  readonly ahead: Statistics['ahead'];
  readonly view: OverviewView;
}

/** Explains hidden rows after the clock was set back. */
export function AheadNote({ ahead, view }: AheadNoteProps) {
  if (ahead.deliveries + ahead.attempts === 0) return null;
  const attempts = `${formatCount(ahead.attempts)} ${ahead.attempts === 1 ? 'attempt' : 'attempts'}`;
  return (
    <Banner tone="info">
      {attempts} and {formatCount(ahead.deliveries)} new{' '}
      {ahead.deliveries === 1 ? 'delivery' : 'deliveries'} are hidden: the clock was set back.{' '}
      <RouteLink to={overviewRoute({ ...view, range: 'all' })}>Show all</RouteLink>
    </Banner>
  );
}

interface OlderNoteProps {
  /** Open deliveries created before the range. */
  readonly count: number;
  readonly from: number;
  readonly view: OverviewView;
}

/** Points to open deliveries outside the range. */
export function OlderNote({ count, from, view }: OlderNoteProps) {
  if (count === 0) return null;
  return (
    <Banner tone="info">
      <RouteLink to={deliveriesOpenBefore(view.filter, from)}>
        {formatCount(count)} older {count === 1 ? 'delivery' : 'deliveries'}
      </RouteLink>{' '}
      {count === 1 ? 'has' : 'have'} not finished. Show{' '}
      {widerRanges(view.range).map((range, index) => (
        <Fragment key={range}>
          {index > 0 && ' · '}
          <RouteLink to={overviewRoute({ ...view, range })}>{rangeNames[range].short}</RouteLink>
        </Fragment>
      ))}
    </Banner>
  );
}

/** Marks a time range that includes virtual time after a return to real time; before, every page shows it. */
export function VirtualTimeNote({
  statistics: { now, to, bucketMs, ahead },
}: {
  statistics: Statistics;
}) {
  const isReal = useClock(({ reading }) => (reading?.state.mode ?? 'real') === 'real');
  const virtualMs = to - bucketMs - now;
  if (!isReal || ahead.deliveries + ahead.attempts > 0 || virtualMs < bucketMs) return null;
  return (
    <Banner tone="info">
      <span className="tabular-nums">Includes {formatSpan(virtualMs)} of virtual time</span>
    </Banner>
  );
}

/** Why there is nothing to plot, and what to do. */
export function NoStatistics({ view }: { view: OverviewView }) {
  const routed = useLedger((ledger) => ledger?.routed ?? 0);
  const show = (change: Partial<OverviewView>): void =>
    navigate(overviewRoute({ ...view, ...change }), 'replace');
  if (routed === 0)
    return (
      <EmptyState
        icon={ChartColumnStacked}
        title="No deliveries yet"
        actions={
          <Button variant="primary" icon={Play} onClick={() => navigate({ page: 'start' })}>
            Test your webhook
          </Button>
        }
      >
        Statistics appear here after the first event.
      </EmptyState>
    );
  if (view.filter !== '')
    return (
      <EmptyState
        icon={ListFilter}
        title={`No matching deliveries in ${rangeNames[view.range].long}`}
        actions={
          <>
            <Button onClick={() => show({ filter: '' })}>Clear filter</Button>
            {view.range !== 'all' && (
              <Button onClick={() => show({ range: 'all' })}>Show all</Button>
            )}
          </>
        }
      />
    );
  return (
    <EmptyState
      icon={ChartColumnStacked}
      title={`No deliveries in ${rangeNames[view.range].long}`}
      actions={<Button onClick={() => show({ range: 'all' })}>Show all</Button>}
    />
  );
}
