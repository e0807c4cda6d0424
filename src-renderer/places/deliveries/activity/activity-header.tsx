import { ChevronsDownUp, ChevronsUpDown, Maximize2, Minimize2 } from 'lucide-react';
import { useMemo } from 'react';
import { ActivityView } from '#renderer/film/activity-view.tsx';
import { filmOf } from '#renderer/film/film.ts';
import { useStatistics } from '#renderer/film/use-statistics.ts';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { LateSpinner, lazyComponent } from '#renderer/kit/loading.tsx';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { counted } from '#shared/kit/format.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';
import { createdOf, withCreated, withoutCreated } from './deliveries-links.ts';
import { Figures } from './figures.tsx';
import { newsOf } from './news.ts';
import { activityRanges, rangeNames, setOpen, setRange, useActivity } from './range.ts';

const ActivityPage = lazyComponent(
  async () => (await import('./activity-page.tsx')).ActivityPage,
  'Opening the activity',
);

const ranges = activityRanges.map((value) => ({ value, label: rangeNames[value].short }));

/** With the legend above it, the plot fills the header. */
const plotHeight = 142;

/** Whether the activity takes the place of the list. */
export const useIsActivityPage = (): boolean =>
  useRoute(({ route }) => queryOn(route, 'deliveries').activity === 'full');

/** Opens or closes the full page; the list keeps its filter and selection. */
function toggleFull(): void {
  const { route } = useRoute.getState();
  if (route.page !== 'deliveries') return;
  const { activity, ...query } = route.query;
  navigate({ ...route, query: activity === 'full' ? query : { ...query, activity: 'full' } });
}

/** The statistics of what the list is filtered by, apart from the time that is selected in it. */
export function useActivityStatistics(filter: string) {
  const { range } = useActivity();
  // An invalid filter has no deliveries; until it is fixed, the activity is that of all.
  const base = useMemo(() => withoutCreated(filter), [filter]);
  const view = useMemo(() => ({ range, filter: base }), [range, base]);
  return { base, current: useStatistics(view) };
}

interface ActivityHeaderProps extends ReturnType<typeof useActivityStatistics> {
  /** The filter of the list. A time that is selected in it is marked. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** What happened in a time range, above the list or in its place. */
export function ActivityHeader({ filter, base, current, onFilter }: ActivityHeaderProps) {
  const { range, isOpen } = useActivity();
  const isFull = useIsActivityPage();
  const selected = useMemo(() => createdOf(filter), [filter]);
  const { statistics, isOutdated, problem, retry } = current;
  const film = useMemo(
    () => statistics && filmOf(statistics, range !== 'all'),
    [statistics, range],
  );
  const isShown = isOpen || isFull;
  const [collapse, full] = useActions('Activity', [
    {
      id: 'activity.toggle',
      title: isShown ? 'Hide activity' : 'Show activity',
      icon: isShown ? ChevronsDownUp : ChevronsUpDown,
      shortcut: '[',
      run: () => (isFull ? toggleFull() : setOpen(!isOpen)),
    },
    {
      id: 'activity.full',
      title: isFull ? 'Show the list' : 'Expand activity',
      icon: isFull ? Minimize2 : Maximize2,
      shortcut: '{',
      run: toggleFull,
    },
    ...activityRanges.map((one) => ({
      id: `activity.range.${one}`,
      title: `Show activity of ${rangeNames[one].long}`,
      run: () => setRange(one),
    })),
  ]);
  return (
    <>
      <section
        aria-label="Activity"
        aria-busy={isOutdated}
        className={cx(
          'flex flex-none flex-col border-b border-line bg-bg-1 transition-[height] duration-(--motion-slow) ease-out',
          isShown ? 'h-[234px]' : 'h-11',
        )}
      >
        <header
          className={cx('flex flex-none items-center gap-2 pr-4 pl-5', isShown ? 'h-14' : 'h-11')}
        >
          <h1 className="mr-1.5 flex-none text-page font-[650] tracking-[-0.021em]">Deliveries</h1>
          <NewsLine statistics={statistics} />
          <Segmented label="Time range" segments={ranges} value={range} onChange={setRange} />
          {full && <ActionButton action={full} hasLabel={false} />}
          {collapse && <ActionButton action={collapse} hasLabel={false} />}
        </header>
        {isShown && (
          <div className="grid min-h-0 flex-1 grid-cols-[332px_minmax(0,1fr)] gap-5 overflow-hidden pr-4 pb-3 pl-5 max-lg:grid-cols-[296px_minmax(0,1fr)] max-md:grid-cols-1">
            <div className="grid max-md:hidden">
              <Figures statistics={statistics} filter={base} />
            </div>
            {film !== null ? (
              <ActivityView
                film={film}
                height={plotHeight}
                selected={selected}
                onSelect={(span) => onFilter(withCreated(filter, span))}
              />
            ) : problem !== null ? (
              <ErrorState onRetry={retry}>{problem}</ErrorState>
            ) : (
              <LateSpinner label="Loading activity" />
            )}
          </div>
        )}
      </section>
      {isFull && (
        <ActivityPage
          counted={current}
          film={film}
          filter={filter}
          base={base}
          selected={selected}
          onFilter={onFilter}
        />
      )}
    </>
  );
}

/** What is wrong, or how it stands. Its cause is bold. */
function NewsLine({ statistics }: { statistics: Statistics | null }) {
  const { range } = useActivity();
  const rangeName = rangeNames[range].long;
  const text = useReadNow((now) =>
    statistics === null ? '' : newsOf(statistics, now ?? statistics.now, rangeName).text,
  );
  if (statistics === null) return <p className="flex-1" />;
  const { cause } = newsOf(statistics, statistics.now, rangeName);
  const { ahead } = statistics;
  const isAhead = ahead.deliveries + ahead.attempts > 0;
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2 text-fg-2">
      <span className="truncate tabular-nums" title={`${cause ?? ''} ${text}`.trim()}>
        {cause !== null && <b className="font-[560] text-fg">{cause}</b>}{' '}
        {cause === null && isAhead
          ? `${counted(ahead.attempts, 'attempt')} hidden: the clock was set back.`
          : text}
      </span>
      {isAhead && (
        <Button variant="quiet" onClick={() => setRange('all')}>
          Show all
        </Button>
      )}
    </p>
  );
}
