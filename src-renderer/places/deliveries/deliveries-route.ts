/** The part of Deliveries of the URL: list, selection and filter. Pure. */
import { queryOn, type Route, type RouteQuery, type RouteTo } from '#renderer/kit/routing/route.ts';
import { allOf, anyOf, type Filter, inState, numberIs, textIs } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { RunReference } from '#shared/scenarios/schema/report.ts';
import { sideRefOf } from './compare/compare-route.ts';

/** Lists with an address of their own, besides the one of deliveries. */
const listNames = ['messages', 'rejected', 'copies'] as const;
export type ListName = 'deliveries' | (typeof listNames)[number];

/** Which deliveries are listed. Refused ones are not retried, so they don't count as failing. */
export type Show = 'all' | 'failing' | 'refused';

export interface DeliveriesView {
  readonly list: ListName;
  readonly show: Show;
  readonly id: number | null;
  /** Filter text of deliveries or messages; empty for all. It may be invalid. */
  readonly filter: string;
  /** The filter of what is listed. */
  readonly listed: string;
  /** The scenario run whose deliveries are shown; null: the data of this instance. */
  readonly run: ShownRun | null;
}

/** `#/deliveries/runs/RUN/12?attempt=2`. */
export interface ShownRun {
  readonly id: string;
  readonly target: RunTarget;
}

/** The delivery, attempt or request of a run to open. A field that is null matches any. */
export type RunTarget = Readonly<
  Omit<RunReference, 'messageId'> & {
    /** Without the number of a delivery, the one of this message. */
    messageId: string | null;
  }
>;

export function viewOf(route: Route): DeliveriesView {
  const [first] = route.path;
  const list = listNames.find((name) => name === first) ?? 'deliveries';
  const canFilter = list === 'deliveries' || list === 'messages';
  const query = queryOn(route, 'deliveries');
  const run = runOf(route);
  // The destination of a link to a run is no filter.
  const filter = run === null ? filterOf(query) : (query.filter ?? '');
  const text = canFilter ? filter : '';
  const { show = 'all' } = canFilter ? query : {};
  return { list, show, id: openIdOf(route), filter: text, listed: listedOf(show, text), run };
}

/** Those that wait have failed before. */
const shown: Readonly<Record<Exclude<Show, 'all'>, Filter>> = {
  failing: anyOf([
    allOf([
      inState('waiting'),
      numberIs('attempts', '>', 0),
      { kind: 'not', part: { kind: 'choice', field: 'outcome', value: 'accepted' } },
    ]),
    inState('gave_up', 'blocked'),
  ]),
  refused: inState('refused'),
};

function listedOf(show: Show, filter: string): string {
  const parsed = parseFilter(filter);
  if (show === 'all' || !parsed.ok) return filter;
  return printFilter(allOf([shown[show], parsed.filter]));
}

/** `#/deliveries/test`: a URL to test, and the delivery of the event that was sent to it; null if another view is open. */
export function testOf({ page, path: [first, id = ''] }: Route): { sentId: number | null } | null {
  return page === 'deliveries' && first === 'test' ? { sentId: numberIn(id) } : null;
}

export const testRoute = (sentId?: number): RouteTo<'deliveries'> => ({
  page: 'deliveries',
  path: ['test', ...(sentId === undefined ? [] : [String(sentId)])],
});

function runOf(route: Route): ShownRun | null {
  const [first, id] = route.path;
  const query = queryOn(route, 'deliveries');
  const { message, destination, webhook, attempt, copiedBy, tab } = query;
  if (first !== 'runs' || id === undefined) return null;
  return {
    id,
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

const numberIn = (text: string): number | null =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

/** In a comparison, the delivery on the second side. */
function openIdOf({ path: [first = '', second = '', third = ''] }: Route): number | null {
  if (first === 'compare') return sideRefOf(third)?.deliveryId ?? null;
  if (first === 'runs') return numberIn(third);
  return numberIn(listNames.some((name) => name === first) ? second : first);
}

/** `filter=…`; also accepts the shorter `state=…&destination=…`. */
function filterOf({ filter, state, destination }: RouteQuery<'deliveries'>): string {
  if (filter !== undefined) return filter;
  return printFilter(
    allOf([state ? inState(state) : null, destination ? textIs('destination', destination) : null]),
  );
}

export function deliveriesRoute({
  list,
  show,
  id,
  filter,
  run,
}: Omit<DeliveriesView, 'listed'>): RouteTo<'deliveries'> {
  const place = run !== null ? ['runs', run.id] : list === 'deliveries' ? [] : [list];
  const path = id === null ? place : [...place, String(id)];
  const query = {
    ...(filter !== '' && { filter }),
    ...(show !== 'all' && { show }),
  };
  return { page: 'deliveries', path, query };
}
