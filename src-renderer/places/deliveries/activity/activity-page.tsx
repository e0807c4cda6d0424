import { ActivityView } from '#renderer/film/activity-view.tsx';
import { attemptCount, type Film, type TimeSpan } from '#renderer/film/film.ts';
import { heightWithLanes } from '#renderer/film/layout.ts';
import type { Counted } from '#renderer/film/use-statistics.ts';
import { isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { FilterBar, UnreadableFilter } from '#renderer/filter/filter-bar.tsx';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { formatCount } from '#shared/kit/format.ts';
import type { StatisticsRange } from '#shared/statistics/statistics.ts';
import { withCreated } from './deliveries-links.ts';
import { DepthCard } from './depth-card.tsx';
import { LatencyCard } from './latency-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

interface ActivityPageProps {
  readonly counted: Counted<StatisticsRange>;
  readonly film: Film | null;
  readonly filter: string;
  /** Without the time that is selected in it, as counted. */
  readonly base: string;
  readonly selected: TimeSpan | null;
  readonly onFilter: (filter: string) => void;
}

/** Changes the filter without leaving the page. */
function filterHere(filter: string): void {
  const { route } = useRoute.getState();
  if (route.page !== 'deliveries') return;
  const { filter: _, ...query } = route.query;
  navigate({ ...route, query: filter === '' ? query : { ...query, filter } }, 'replace');
}

/** Activity by URL, latency and number of attempts, in place of the list. */
export function ActivityPage({
  counted,
  film,
  filter,
  base,
  selected,
  onFilter,
}: ActivityPageProps) {
  const { statistics, isOutdated } = counted;
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-bg-0">
      <div className="flex-none border-b border-line bg-bg-1 pt-2">
        <FilterBar filter={filter} onFilter={filterHere} />
      </div>
      <ScrollRegion label="Statistics" className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        {!isValidFilter(filter) ? (
          <UnreadableFilter onRemove={() => filterHere('')} />
        ) : (
          statistics !== null &&
          film !== null && (
            <div
              aria-busy={isOutdated}
              className="@container mx-auto grid max-w-[1500px] grid-cols-12 gap-3 p-4"
            >
              <UrlsCard
                film={film}
                selected={selected}
                onSelect={(span) => onFilter(withCreated(filter, span))}
              />
              <LatencyCard statistics={statistics} className="col-span-8 @max-3xl:col-span-12" />
              <DepthCard
                statistics={statistics}
                filter={base}
                className="col-span-4 @max-3xl:col-span-12"
              />
              <WebhooksCard
                statistics={statistics}
                filter={base}
                className="col-span-12 @container"
              />
            </div>
          )
        )}
      </ScrollRegion>
    </div>
  );
}

/** More lanes than can be compared at a glance; the table below has all URLs. */
const maxLanes = 12;

/** The failing ones and those with the most attempts, in the order of the film. */
export function shownLanes({ lanes }: Pick<Film, 'lanes'>): Film['lanes'] {
  const rank = ({ isFailing, attempts }: Film['lanes'][number]): number =>
    attemptCount(attempts) + (isFailing ? Number.MAX_SAFE_INTEGER / 2 : 0);
  const shown = new Set([...lanes].sort((a, b) => rank(b) - rank(a)).slice(0, maxLanes));
  return lanes.filter(
    (lane) => shown.has(lane) && (lane.isFailing || attemptCount(lane.attempts) > 0),
  );
}

interface UrlsCardProps {
  readonly film: Film;
  readonly selected: TimeSpan | null;
  readonly onSelect: (span: TimeSpan | null) => void;
}

/** What waits, and the attempts at each URL in a lane of its own. */
function UrlsCard({ film, selected, onSelect }: UrlsCardProps) {
  const lanes = shownLanes(film);
  if (lanes.length === 0) return null;
  const shown = { ...film, lanes };
  return (
    <Card title="Attempts by URL" meta={formatCount(lanes.length)} className="col-span-12">
      <ActivityView
        label="Attempts by URL"
        film={shown}
        height={heightWithLanes(shown)}
        hasLanes
        selected={selected}
        onSelect={onSelect}
      />
    </Card>
  );
}
