import { mockLogs, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { useThrottledValue } from '#renderer/kit/throttled-value.ts';
import { Time } from '#renderer/ui/time.tsx';
import { textIs } from '#shared/filter/filter.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockEntry } from '#shared/mocks/request.ts';
import { routeOf } from '../../connections-route.ts';
import { ShowInDeliveries } from '../../editor/last-deliveries.tsx';
import { Section } from '../../editor/section.tsx';
import { kindTitles } from './entry-labels.ts';
import { ResponseMark } from './request-marks.tsx';
import { NoRequests } from './requests-list.tsx';

const shownRequests = 6;
const pauseMs = 250;

const nameOf = ({ message, method, path, kind }: MockEntry): string => {
  if (message !== null) return visibleLine(message.label);
  return method === null ? kindTitles[kind] : `${method} ${path}`;
};

/** The latest requests of a mock endpoint; the others are in its log. */
export function LastRequests({ mock }: { mock: Mock }) {
  const { id, name } = mock;
  const { items, status } = useLiveList(mockLogs, id);
  const throttled = useThrottledValue(items, pauseMs);
  // The first ones without a pause.
  const shown = (throttled.length === 0 ? items : throttled).slice(0, shownRequests);
  return (
    <Section
      title="Last requests"
      actions={
        <span className="flex gap-3">
          {items.length > 0 && (
            <RouteLink to={routeOf({ kind: 'mock', id, view: 'requests', requestId: null })}>
              Show all
            </RouteLink>
          )}
          <ShowInDeliveries filter={textIs('endpoint', name)} />
        </span>
      }
    >
      {shown.length === 0 ? (
        status === 'ready' && <NoRequests mock={mock} />
      ) : (
        <ul>
          {shown.map((entry) => (
            <li key={entry.id} className="border-t border-line/60 first:border-t-0">
              <RouteLink
                plain
                to={routeOf({ kind: 'mock', id, view: 'requests', requestId: entry.id })}
                className="flex h-7 items-center gap-2.25 hover:bg-bg-2"
              >
                <span className="min-w-0 flex-1 truncate">{nameOf(entry)}</span>
                <ResponseMark status={entry.status} fault={entry.fault} />
                <Time
                  at={entry.receivedAt}
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
