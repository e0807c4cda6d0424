/** Links from the overview to filters of Deliveries. Pure. */
import { parsedOrEverything } from '#renderer/filter/delivery-filter.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { allOf, anyOf, type Filter } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { FailureCause, WebhookStatistics } from '#shared/statistics/statistics.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Deliveries created in a time range. */
const createdIn = ({ from, to }: Span): Filter =>
  allOf([
    { kind: 'number', field: 'created', operator: '>=', value: from },
    { kind: 'number', field: 'created', operator: '<', value: to },
  ]);

const inStates = (states: readonly DeliveryState[]): Filter =>
  anyOf(states.map((state) => ({ kind: 'choice', field: 'state', value: state })));

const deliveriesMatching = (filters: readonly Filter[]): RouteTo<'deliveries'> => ({
  page: 'deliveries',
  query: { filter: printFilter(allOf(filters)) },
});

/** Deliveries created in a range, in the given states, or in any if none are given. */
export const deliveriesCreated = (
  filter: string,
  span: Span,
  states: readonly DeliveryState[] = [],
): RouteTo<'deliveries'> =>
  deliveriesMatching([
    parsedOrEverything(filter),
    ...(states.length === 0 ? [] : [inStates(states)]),
    createdIn(span),
  ]);

/** Deliveries created in a range with at least or exactly so many attempts. */
export const deliveriesByAttempts = (
  filter: string,
  span: Span,
  operator: '=' | '>=',
  attempts: number,
): RouteTo<'deliveries'> =>
  deliveriesMatching([
    parsedOrEverything(filter),
    { kind: 'number', field: 'attempts', operator, value: attempts },
    ...(attempts === 0 ? [{ kind: 'not', part: inStates(['not_sent']) } as const] : []),
    createdIn(span),
  ]);

const unfinishedStates = ['waiting', 'paused'] as const;

/** With a delivery in one of them, an attempt was not accepted. */
const failedStates = ['waiting', 'refused', 'gave_up', 'blocked'] as const;

/** Open deliveries created before a time, as a filter. */
export const openBefore = (filter: string, at: number): Filter =>
  allOf([
    parsedOrEverything(filter),
    inStates(unfinishedStates),
    { kind: 'number', field: 'created', operator: '<', value: at },
  ]);

export const deliveriesOpenBefore = (filter: string, at: number): RouteTo<'deliveries'> =>
  deliveriesMatching([openBefore(filter, at)]);

/** The deliveries of a cause. */
export function deliveriesOfCause(
  filter: string,
  cause: FailureCause,
  span: Span,
): RouteTo<'deliveries'> {
  const { destinationName, code, status } = cause;
  return deliveriesMatching([
    parsedOrEverything(filter),
    inStates(code === null ? ['gave_up'] : failedStates),
    { kind: 'text', field: 'destination', operator: '=', value: destinationName },
    ...(code === null
      ? [{ kind: 'number', field: 'attempts', operator: '=', value: 0 } as const]
      : [{ kind: 'choice', field: 'code', value: code } as const]),
    ...(status === null
      ? []
      : [{ kind: 'number', field: 'status', operator: '=', value: status } as const]),
    createdIn(span),
  ]);
}

export const deliveryRoute = (id: number): RouteTo<'deliveries'> => ({
  page: 'deliveries',
  path: [String(id)],
});

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
    { kind: 'text', field: 'destination', operator: '=', value: destinationName },
    { kind: 'text', field: 'url', operator: '=', value: url },
    // No numbers, but deliveries may wait for it.
    ...(health === 'inactive'
      ? []
      : [{ kind: 'number', field: 'attempted', operator: '>=', value: from } as const]),
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
  return attemptedAt(filter, webhook, span, [inStates(failedStates)]);
}
