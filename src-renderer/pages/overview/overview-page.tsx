import { useMemo } from 'react';
import { isReadable } from '#renderer/components/filter/delivery-filter.ts';
import { FilterBar } from '#renderer/components/filter/filter-bar.tsx';
import { UnreadableFilter } from '#renderer/components/filter/unreadable-filter.tsx';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { type Statistics, statisticsRanges } from '#shared/schemas/statistics.ts';
import { AheadNote } from './ahead-note.tsx';
import { DepthCard } from './depth-card.tsx';
import { Figures } from './figures.tsx';
import { LatencyCard } from './latency-card.tsx';
import { NothingThere } from './nothing-there.tsx';
import { OlderNote } from './older-note.tsx';
import { type OverviewView, overviewRoute, rangeNames, viewOf } from './overview-route.ts';
import { useOlderOpen } from './use-older-open.ts';
import { useStatistics } from './use-statistics.ts';
import { VirtualTimeNote } from './virtual-time-note.tsx';
import { VolumeCard } from './volume-card.tsx';
import { totalOf, volumeParts } from './volume-series.ts';
import { WebhooksCard } from './webhooks-card.tsx';

function useOverviewView(): OverviewView {
  const route = useRoute((state) => state.route);
  return useMemo(() => viewOf(route), [route]);
}

const ranges = statisticsRanges.map((value) => ({ value, label: rangeNames[value].short }));

/** How everything has done over a span of time, by the product's clock. */
export function OverviewPage() {
  const view = useOverviewView();
  const show = (change: Partial<OverviewView>): void =>
    navigate(overviewRoute({ ...view, ...change }), 'replace');
  useCommands(
    statisticsRanges.map((range) => ({
      id: `overview.range.${range}`,
      title: `Show ${rangeNames[range].long}`,
      section: 'Overview',
      run: () => show({ range }),
    })),
  );
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg-0">
      <header className="flex-none border-b border-line bg-bg-1">
        {/* The filter has a margin of its own: together both are as wide as those of the cards. */}
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
                  label="Span of time"
                  segments={ranges}
                  value={view.range}
                  onChange={(range) => show({ range })}
                />
              }
            />
          </div>
        </div>
      </header>
      <ScrollRegion
        label="Statistics"
        className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        {isReadable(view.filter) ? (
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
    return (
      <ErrorState title="The statistics could not be read" onRetry={retry}>
        {problem}
      </ErrorState>
    );
  if (statistics === null) return <LateSpinner label="Counting" />;
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
        <NothingThere view={view} />
        {hasWebhooks && <WebhooksCard statistics={statistics} filter={filter} />}
      </>
    );
  return (
    <>
      <Figures statistics={statistics} />
      <div className="grid grid-cols-12 gap-3">
        <VolumeCard
          statistics={statistics}
          filter={filter}
          className="col-span-7 @max-[1000px]:col-span-12"
        />
        <LatencyCard statistics={statistics} className="col-span-5 @max-[1000px]:col-span-12" />
        <WebhooksCard
          statistics={statistics}
          filter={filter}
          className="col-span-8 @container self-start @max-[1000px]:col-span-12"
        />
        <DepthCard
          statistics={statistics}
          filter={filter}
          className="col-span-4 self-start @max-[1000px]:col-span-12"
        />
      </div>
    </>
  );
}
