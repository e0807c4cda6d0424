import { ChevronsDownUp, ChevronsUpDown, Maximize2, Minimize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActivityView } from '#renderer/film/activity-view.tsx';
import { type Film, filmOf, isEmpty, type TimeSpan } from '#renderer/film/film.ts';
import { SmallPlot } from '#renderer/film/small-plot.tsx';
import { useStatistics } from '#renderer/film/use-statistics.ts';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { useCauses } from '#renderer/kit/data/causes.ts';
import { useClock } from '#renderer/kit/data/clock.ts';
import { LateSpinner, lazyComponent } from '#renderer/kit/loading.tsx';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { Button, TextButton } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { counted } from '#shared/kit/format.ts';
import type { DeliveryCounts, Statistics } from '#shared/statistics/statistics.ts';
import { createdOf, withCreated, withoutCreated } from './deliveries-links.ts';
import { Figures, FiguresLine } from './figures.tsx';
import { type News, newsOf } from './news.ts';
import {
  type ActivityRange,
  activityRanges,
  fittingRange,
  rangeNames,
  setRange,
  useActivity,
  useActivityOpen,
} from './range.ts';

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
  const chosen = useActivity(({ range }) => range);
  const [fitting, setFitting] = useState<ActivityRange>('1h');
  const range = chosen ?? fitting;
  // An invalid filter has no deliveries; until it is fixed, the activity is that of all.
  const base = useMemo(() => withoutCreated(filter), [filter]);
  const view = useMemo(() => ({ range, filter: base }), [range, base]);
  const current = useStatistics(view);
  const next = current.statistics === null ? fitting : fittingRange(current.statistics);
  if (next !== fitting) setFitting(next);
  return { base, range, current };
}

interface ActivityHeaderProps extends ReturnType<typeof useActivityStatistics> {
  /** The filter of the list. A time that is selected in it is marked. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** How the deliveries stand, and what happened in a time range, above the list or in its place. */
export function ActivityHeader(props: ActivityHeaderProps) {
  const { filter, base, range, current, onFilter } = props;
  const [isOpen, toggleOpen] = useActivityOpen();
  const isFull = useIsActivityPage();
  const selected = useMemo(() => createdOf(filter), [filter]);
  const { statistics, isOutdated } = current;
  // The same counts as the chips and the groups of the list, so that all agree.
  const states = useCauses(filter)?.states;
  const film = useMemo(
    () => statistics && filmOf(statistics, current.range !== 'all'),
    [statistics, current.range],
  );
  const [collapse, full] = useActions('Activity', [
    {
      id: 'activity.toggle',
      title: isOpen && !isFull ? 'Hide activity' : 'Show activity',
      icon: isOpen && !isFull ? ChevronsDownUp : ChevronsUpDown,
      shortcut: '[',
      run: () => (isFull ? toggleFull() : toggleOpen()),
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
  const isLarge = isOpen && !isFull;
  return (
    <>
      <section
        aria-label="Activity"
        aria-busy={isOutdated}
        className={cx(
          'flex flex-none flex-col border-b border-line bg-bg-1 transition-[height] duration-(--motion-slow) ease-out',
          isLarge ? 'h-[234px]' : 'h-25 short:h-11',
        )}
      >
        <header className="flex h-14 flex-none items-center gap-2 pr-4 pl-5 short:h-11">
          <h1 className="mr-1.5 flex-none text-page font-[650] tracking-[-0.021em]">Deliveries</h1>
          <NewsLine statistics={statistics} states={states} isFiltered={filter !== ''} />
          {full && <ActionButton action={full} hasLabel={false} />}
          {!isFull && collapse && <ActionButton action={collapse} hasLabel={false} />}
        </header>
        {isLarge ? (
          <div className="grid min-h-0 flex-1 grid-cols-[332px_minmax(0,1fr)] gap-5 overflow-hidden pr-4 pb-3 pl-5 max-lg:grid-cols-[284px_minmax(0,1fr)] max-md:grid-cols-1">
            <div className="grid max-md:hidden">
              <Figures states={states} since={statistics?.waiting.since ?? null} filter={filter} />
            </div>
            <Plot
              {...{ film, range, current, selected }}
              onSelect={(span) => onFilter(withCreated(filter, span))}
            />
          </div>
        ) : (
          <div className="flex h-11 flex-none items-center gap-4 border-t border-line pr-4 pl-5 short:hidden">
            <FiguresLine states={states} filter={filter} />
            <span className="min-w-0 flex-1" />
            {!isFull && film !== null && <SmallPlot film={film} />}
            <RangeChoice range={range} />
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

const RangeChoice = ({ range }: { readonly range: ActivityRange }) => (
  <Segmented
    label="Time range of the plot"
    size="small"
    segments={ranges}
    value={range}
    onChange={setRange}
  />
);

interface PlotProps {
  readonly film: Film | null;
  readonly range: ActivityRange;
  readonly current: ActivityHeaderProps['current'];
  readonly selected: TimeSpan | null;
  readonly onSelect: (span: TimeSpan | null) => void;
}

/** Attempts in the range. If there are none, it says so: the figures beside it are of any time. */
function Plot({ film, range, current, selected, onSelect }: PlotProps) {
  const { statistics, problem, retry } = current;
  if (film === null)
    return problem === null ? (
      <LateSpinner label="Loading activity" />
    ) : (
      <ErrorState onRetry={retry}>{problem}</ErrorState>
    );
  return (
    <div className="relative min-w-0">
      <ActivityView
        {...{ film, selected, onSelect }}
        height={plotHeight}
        controls={<RangeChoice range={range} />}
      />
      {isEmpty(film) && current.range !== 'all' && statistics?.firstAt != null && (
        <p className="pointer-events-none absolute inset-x-0 top-12 text-center text-fg-2">
          <span className="bg-bg-1 px-2">
            No attempts in {rangeNames[current.range].long}.{' '}
            <TextButton onClick={() => setRange('all')} className="pointer-events-auto">
              Show all
            </TextButton>
          </span>
        </p>
      )}
    </div>
  );
}

interface NewsLineProps {
  readonly statistics: Statistics | null;
  readonly states: DeliveryCounts | undefined;
  readonly isFiltered: boolean;
}

/** What is wrong, or how it stands. Its cause is bold. */
function NewsLine({ statistics, states, isFiltered }: NewsLineProps) {
  const clock = useClock(({ reading }) => reading?.state.mode ?? 'real');
  const newsAt = (now: number | undefined): News =>
    statistics === null || states === undefined
      ? { cause: null, text: '' }
      : newsOf({ statistics, states, isFiltered, clock, now: now ?? statistics.now });
  const cause = useReadNow((now) => newsAt(now).cause ?? '');
  const text = useReadNow((now) => newsAt(now).text);
  if (statistics === null) return <p className="flex-1" />;
  const { ahead } = statistics;
  const isAhead = ahead.deliveries + ahead.attempts > 0;
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2 text-fg-2">
      <span className="truncate tabular-nums" title={`${cause} ${text}`.trim()}>
        {cause !== '' && <b className="font-[560] text-fg">{cause}</b>}{' '}
        {cause === '' && isAhead
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
