/** Text of an alert, and the route to its deliveries. */
import type { RouteTo } from '#renderer/stores/route.ts';
import { allOf, type Filter, isEverything, partsOf } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import { codeLabel } from '#shared/labels/attempt-result.ts';
import { counted } from '#shared/lib/format.ts';
import type { Alert } from '#shared/schemas/alert.ts';

/** Longer names fill the toast. */
const maxNameLength = 48;

const shortName = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;

/** `12 deliveries to Billing exhausted`. */
export function alertTitle({ count, destinationName, state }: Alert): string {
  const deliveries = counted(count, 'delivery', 'deliveries');
  return `${deliveries} to ${shortName(destinationName)} ${state}`;
}

/** `latest status 503`, `certificate expired`. */
export function alertCause({ lastStatus, lastFailure }: Alert): string {
  if (lastStatus !== null) return `latest status ${lastStatus}`;
  if (lastFailure === null) return 'retry window ended before the first attempt';
  return codeLabel(lastFailure);
}

function filterOf({ state, destinationName, lastStatus }: Alert): Filter {
  return allOf([
    { kind: 'state', state },
    { kind: 'text', field: 'destination', operator: '=', text: destinationName },
    ...(lastStatus === null
      ? []
      : [{ kind: 'number', field: 'status', operator: '=', number: lastStatus } as const]),
  ]);
}

/** Opens the delivery if the alert is about a single one. */
export const alertRoute = (alert: Alert): RouteTo<'inspector'> => ({
  page: 'inspector',
  path: ['deliveries', ...(alert.count === 1 ? [String(alert.deliveryId)] : [])],
  query: { filter: printFilter(filterOf(alert)) },
});

/** Whether a list with this filter shows only deliveries of the alert. */
export function isNarrowedTo(filter: string, alert: Alert): boolean {
  const parsed = parseFilter(filter);
  if (!parsed.ok || isEverything(parsed.filter)) return false;
  const alertTerms = new Set(partsOf(filterOf(alert)).map(printFilter));
  return partsOf(parsed.filter).every((part) => alertTerms.has(printFilter(part)));
}
