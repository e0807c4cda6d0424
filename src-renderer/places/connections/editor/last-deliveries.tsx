import { useQuery } from '@tanstack/react-query';
import { api } from '#renderer/kit/data/query-client.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { Filter } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { Section } from './section.tsx';

export function ShowInDeliveries({ filter }: { filter: Filter }) {
  return (
    <RouteLink to={{ page: 'deliveries', query: { filter: printFilter(filter) } }}>
      Show in Deliveries
    </RouteLink>
  );
}

const shownDeliveries = 6;

/** The latest deliveries that match a filter; the rest is in Deliveries. */
export function LastDeliveries({ filter }: { filter: Filter }) {
  const { data } = useQuery(
    api.deliveries.list.queryOptions({
      input: { filter: printFilter(filter), limit: shownDeliveries },
    }),
  );
  const items = data?.items ?? [];
  return (
    <Section title="Last deliveries" actions={<ShowInDeliveries filter={filter} />}>
      {items.length === 0 ? (
        <p className="text-fg-2">{data === undefined ? '' : 'None yet'}</p>
      ) : (
        <ul>
          {items.map(({ id, state, label, lastStatus, createdAt }) => (
            <li key={id} className="border-t border-line/60 first:border-t-0">
              <RouteLink
                plain
                to={{ page: 'deliveries', path: [String(id)] }}
                className="flex h-7 items-center gap-2.25 hover:bg-bg-2"
              >
                <StateMark state={state} />
                <span className="min-w-0 flex-1 truncate">{visibleLine(label)}</span>
                {lastStatus !== null && <StatusCode code={lastStatus} />}
                <Time
                  at={createdAt}
                  className="w-14 flex-none text-right text-small text-fg-3 tabular-nums"
                />
              </RouteLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
