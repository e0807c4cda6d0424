/** From what the overview shows to the very deliveries, as a filter of the inspector. Pure. */
import type { RouteTo } from '#renderer/stores/route-store.ts';
import { allOf, anyOf, everything, type Filter } from '#shared/lib/filter/filter.ts';
import { parseFilter } from '#shared/lib/filter/parse.ts';
import { printFilter } from '#shared/lib/filter/print.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { WebhookStatistics } from '#shared/schemas/statistics.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Deliveries that were made in a span. */
const madeIn = ({ from, to }: Span): Filter =>
  allOf([
    { kind: 'made', operator: '>=', at: from },
    { kind: 'made', operator: '<', at: to },
  ]);

const inStates = (states: readonly DeliveryState[]): Filter =>
  anyOf(states.map((state) => ({ kind: 'state', state })));

function given(filter: string): Filter {
  const parsed = parseFilter(filter);
  return parsed.ok ? parsed.filter : everything;
}

const inspector = (filters: readonly Filter[]): RouteTo => ({
  place: 'inspector',
  path: ['deliveries'],
  query: { filter: printFilter(allOf(filters)) },
});

/** Those that were made in a span; of some states, or of all when none is given. */
export const deliveriesMade = (
  filter: string,
  span: Span,
  states: readonly DeliveryState[] = [],
): RouteTo =>
  inspector([given(filter), ...(states.length === 0 ? [] : [inStates(states)]), madeIn(span)]);

/** Those that were made in a span, after at least or exactly so many attempts. */
export const deliveriesTried = (
  filter: string,
  span: Span,
  operator: '=' | '>=',
  attempts: number,
): RouteTo =>
  inspector([
    given(filter),
    { kind: 'number', field: 'attempts', operator, number: attempts },
    ...(attempts === 0 ? [{ kind: 'not', part: inStates(['filtered', 'excluded']) } as const] : []),
    madeIn(span),
  ]);

/** What went to a webhook, narrowed to what its state is about. */
export function deliveriesOf(
  filter: string,
  { destinationName, url, health }: Pick<WebhookStatistics, 'destinationName' | 'url' | 'health'>,
): RouteTo {
  const about: Partial<Record<typeof health, Filter>> = {
    failing: inStates(['retrying', 'exhausted']),
    refused: inStates(['refused']),
  };
  const narrowed = about[health];
  return inspector([
    given(filter),
    ...(narrowed === undefined ? [] : [narrowed]),
    { kind: 'text', field: 'destination', operator: '=', text: destinationName },
    { kind: 'text', field: 'url', operator: '=', text: url },
  ]);
}
