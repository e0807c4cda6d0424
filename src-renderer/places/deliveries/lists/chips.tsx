import { useCauses } from '#renderer/kit/data/causes.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { formatCount } from '#shared/kit/format.ts';
import {
  type DeliveriesView,
  deliveriesRoute,
  type ListName,
  type Show,
} from '../deliveries-route.ts';
import { chipCounts } from './groups.ts';

interface Chip {
  readonly label: string;
  /** Its start, if a narrow list has no space for all of it. */
  readonly short?: string;
  readonly list: ListName;
  readonly show: Show;
  readonly count: number | undefined;
}

/** What the list shows. The filter applies to deliveries only. */
export function Chips({ view }: { view: DeliveriesView }) {
  const counts = useCauses(view.filter);
  const ledger = useLedger((ledger) => ledger);
  const { all, failing, refused } = counts === undefined ? noCounts : chipCounts(counts);
  const chips: readonly Chip[] = [
    { label: 'All', list: 'deliveries', show: 'all', count: all },
    { label: 'Failing', list: 'deliveries', show: 'failing', count: failing },
    { label: 'Refused', list: 'deliveries', show: 'refused', count: refused },
    {
      label: 'Rejected at ingestion',
      short: 'Rejected',
      list: 'rejected',
      show: 'all',
      count: ledger?.rejectedKept,
    },
    {
      label: 'Copies sent',
      short: 'Copies',
      list: 'copies',
      show: 'all',
      count: ledger?.copiesKept,
    },
  ];
  return (
    <nav
      aria-label="Lists"
      className="flex flex-none flex-wrap items-center gap-1 px-3 @max-md:gap-0 pt-2.25 pb-2"
    >
      {chips.map(({ label, short = label, list, show, count }) => {
        const isDeliveries = list === 'deliveries';
        const isCurrent =
          isDeliveries === (view.list === 'deliveries' || view.list === 'messages') &&
          (isDeliveries ? show === view.show : list === view.list);
        const filter = isDeliveries ? view.filter : '';
        return (
          <RouteLink
            key={label}
            plain
            isCurrent={isCurrent}
            to={deliveriesRoute({
              ...{ show, filter, id: null, run: null },
              list: isDeliveries && view.list === 'messages' ? 'messages' : list,
            })}
            className={cx(
              'flex h-6.5 flex-none items-center gap-1.25 rounded-full px-2 text-small whitespace-nowrap @max-md:px-1.75 tabular-nums -outline-offset-2 transition-colors',
              isCurrent
                ? 'bg-bg-3 font-semibold text-fg forced-colors:outline-2 forced-colors:outline-solid'
                : 'font-medium text-fg-2 hover:bg-bg-2 hover:text-fg',
            )}
          >
            <span>
              {short}
              <span className="@max-xl:sr-only">{label.slice(short.length)}</span>
            </span>
            {count !== undefined && (
              <span
                className={cx(
                  'font-normal',
                  isCurrent ? 'text-fg-2' : 'text-fg-3',
                  count === 0 && '@max-md:sr-only',
                )}
              >
                {formatCount(count)}
              </span>
            )}
          </RouteLink>
        );
      })}
    </nav>
  );
}

const noCounts = { all: undefined, failing: undefined, refused: undefined };
