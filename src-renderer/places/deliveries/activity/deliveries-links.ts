/** Links from the activity to filters of the list, and the time that is selected in a filter. Pure. */
import { parsedOrEverything } from '#renderer/filter/delivery-filter.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { allOf, type Filter, inState, numberIs, partsOf, textIs } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { WebhookStatistics } from '#shared/statistics/statistics.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Deliveries created in a time range. */
const createdIn = ({ from, to }: Span): Filter =>
  allOf([numberIs('created', '>=', from), numberIs('created', '<', to)]);

const deliveriesMatching = (filters: readonly (Filter | null)[]): RouteTo<'deliveries'> => ({
  page: 'deliveries',
  query: { filter: printFilter(allOf(filters)) },
});

/** Deliveries created in a range. */
export const deliveriesCreated = (filter: string, span: Span): RouteTo<'deliveries'> =>
  deliveriesMatching([parsedOrEverything(filter), createdIn(span)]);

/** Deliveries created in a range with at least or exactly so many attempts. */
export const deliveriesByAttempts = (
  filter: string,
  span: Span,
  operator: '=' | '>=',
  attempts: number,
): RouteTo<'deliveries'> =>
  deliveriesMatching([
    parsedOrEverything(filter),
    numberIs('attempts', operator, attempts),
    attempts === 0 ? { kind: 'not', part: inState('not_sent') } : null,
    createdIn(span),
  ]);

/** With a delivery in one of them, an attempt was not accepted. */
const failedStates = ['waiting', 'refused', 'gave_up', 'blocked'] as const;

/** Whether a part of a filter is about the time of creation. */
const isCreated = (part: Filter): boolean => part.kind === 'number' && part.field === 'created';

/** The filter without the time that is selected in it. */
export const withoutCreated = (filter: string): string =>
  printFilter(allOf(partsOf(parsedOrEverything(filter)).filter((part) => !isCreated(part))));

/** The filter with another selected time; null for any time. */
export const withCreated = (filter: string, span: Span | null): string =>
  printFilter(
    allOf([parsedOrEverything(withoutCreated(filter)), span === null ? null : createdIn(span)]),
  );

/** The time that is selected in a filter; null if there is none. */
export function createdOf(filter: string): Span | null {
  const bounds = partsOf(parsedOrEverything(filter)).flatMap((part) =>
    part.kind === 'number' && part.field === 'created' ? [part] : [],
  );
  if (bounds.length === 0) return null;
  const isStart = ({ operator }: (typeof bounds)[number]) => operator.startsWith('>');
  const times = (those: typeof bounds) => those.map(({ value }) => value);
  return {
    from: Math.max(Number.NEGATIVE_INFINITY, ...times(bounds.filter(isStart))),
    to: Math.min(Number.POSITIVE_INFINITY, ...times(bounds.filter((bound) => !isStart(bound)))),
  };
}

/** Those that match the filter, in one state. */
export const deliveriesIn = (filter: string, state: DeliveryState): RouteTo<'deliveries'> =>
  deliveriesMatching([parsedOrEverything(filter), inState(state)]);

type Webhook = Pick<WebhookStatistics, 'destinationName' | 'url' | 'health'>;

/** The deliveries behind a webhook's numbers: those attempted since the range started. */
const attemptedAt = (
  filter: string,
  { destinationName, url, health }: Webhook,
  { from }: Pick<Span, 'from'>,
  narrowed: readonly Filter[] = [],
): RouteTo<'deliveries'> =>
  deliveriesMatching([
    parsedOrEverything(filter),
    ...narrowed,
    textIs('destination', destinationName),
    textIs('url', url),
    // No numbers, but deliveries may wait for it.
    health === 'inactive' ? null : numberIs('attempted', '>=', from),
  ]);

export const deliveriesOf = (
  filter: string,
  webhook: Webhook,
  span: Pick<Span, 'from'>,
): RouteTo<'deliveries'> => attemptedAt(filter, webhook, span);

/** The deliveries its health is about; null if there are none in particular. */
export function unhealthyDeliveries(
  filter: string,
  webhook: Webhook,
  span: Pick<Span, 'from'>,
): RouteTo<'deliveries'> | null {
  if (webhook.health !== 'failing') return null;
  return attemptedAt(filter, webhook, span, [inState(...failedStates)]);
}
