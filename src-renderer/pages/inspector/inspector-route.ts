/** The inspector's part of the URL: list, selection and filter. Pure. */
import { queryOn, type Route, type RouteQuery, type RouteTo } from '#renderer/stores/route.ts';
import { allOf } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { RunReference } from '#shared/scenarios/schema/report.ts';
import { sideRefOf } from './compare/compare-route.ts';

const inspectorLists = ['deliveries', 'messages', 'rejected', 'copies'] as const;
export type InspectorList = (typeof inspectorLists)[number];

export interface InspectorView {
  readonly list: InspectorList;
  readonly id: number | null;
  /** Filter text of deliveries or messages; empty for all. It may be invalid. */
  readonly filter: string;
}

export function viewOf(route: Route): InspectorView {
  const [first] = route.path;
  const list = inspectorLists.find((name) => name === first) ?? 'deliveries';
  const canFilter = list === 'deliveries' || list === 'messages';
  return {
    list,
    id: openIdOf(route),
    filter: canFilter ? filterOf(queryOn(route, 'inspector')) : '',
  };
}

/** The delivery, attempt or request of a run to open. A field that is null matches any. */
export type RunTarget = Readonly<
  Omit<RunReference, 'messageId'> & {
    /** Without the number of a delivery, the one of this message. */
    messageId: string | null;
  }
>;

/** The data of a scenario run: `#/inspector/runs/RUN/12?attempt=2`. */
export interface RunView {
  readonly runId: string;
  readonly deliveryId: number | null;
  readonly target: RunTarget;
  /** Of the list; empty for all. It may be invalid. */
  readonly filter: string;
}

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

export function runViewOf(route: Route): RunView | null {
  const [first, runId, delivery] = route.path;
  const query = queryOn(route, 'inspector');
  const { message, destination, webhook, attempt, copiedBy, tab } = query;
  if (first !== 'runs' || runId === undefined) return null;
  return {
    runId,
    deliveryId: numberIn(delivery),
    filter: query.filter ?? '',
    target: {
      messageId: message ?? null,
      destination: destination ?? null,
      webhook: webhook ?? null,
      attempt: attempt ?? null,
      copiedBy: copiedBy ?? null,
      isReceived: tab === 'received',
    },
  };
}

export const runRoute = ({
  runId,
  deliveryId,
  filter,
}: Pick<RunView, 'runId' | 'deliveryId' | 'filter'>): RouteTo<'inspector'> => ({
  page: 'inspector',
  path: ['runs', runId, ...(deliveryId === null ? [] : [String(deliveryId)])],
  query: filter === '' ? {} : { filter },
});

/** In a comparison, the delivery on the second side. */
function openIdOf({ path: [first, second = '', third = ''] }: Route): number | null {
  if (first === 'compare') return sideRefOf(third)?.deliveryId ?? null;
  return /^[1-9]\d{0,15}$/.test(second) ? Number(second) : null;
}

/** `filter=…`; also accepts the shorter `state=…&destination=…`. */
function filterOf({ filter, state, destination }: RouteQuery<'inspector'>): string {
  if (filter !== undefined) return filter;
  return printFilter(
    allOf([
      ...(state ? [{ kind: 'choice', field: 'state', value: state } as const] : []),
      ...(destination
        ? [{ kind: 'text', field: 'destination', operator: '=', value: destination } as const]
        : []),
    ]),
  );
}

export function inspectorRoute({ list, id, filter }: InspectorView): RouteTo<'inspector'> {
  const path = id === null ? [list] : [list, String(id)];
  return { page: 'inspector', path, query: filter === '' ? {} : { filter } };
}
