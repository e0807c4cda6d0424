/** A alert in words, and the deliveries that it is about. Pure. */
import type { RouteTo } from '#renderer/stores/route-store.ts';
import { allOf, type Filter, isEverything, partsOf } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import { codeLabel } from '#shared/labels/attempt-result.ts';
import type { Alert } from '#shared/schemas/alert.ts';

/** Longer names fill a toast with nothing but themselves. */
const longestName = 48;

const shortName = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;

/** `12 deliveries to Billing exhausted`. */
export function alertTitle({ count, destinationName, state }: Alert): string {
  const deliveries = count === 1 ? 'A delivery' : `${count.toLocaleString('en')} deliveries`;
  return `${deliveries} to ${shortName(destinationName)} ${state}`;
}

/** Why: `last status 503`, `no answer in time`, `certificate expired`. */
export function alertCause({ lastStatus, lastFailure }: Alert): string {
  if (lastStatus !== null) return `last status ${lastStatus}`;
  if (lastFailure === null) return 'its time was over before an attempt could be made';
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

/** The deliveries of its kind; where it is about one, that one is open. */
export const alertRoute = (alert: Alert): RouteTo => ({
  page: 'inspector',
  path: ['deliveries', ...(alert.count === 1 ? [String(alert.deliveryId)] : [])],
  query: { filter: printFilter(filterOf(alert)) },
});

/** Whether a list of deliveries with this filter is narrowed to nothing but what the alert is about. */
export function isNarrowedTo(filter: string, alert: Alert): boolean {
  const parsed = parseFilter(filter);
  if (!parsed.ok || isEverything(parsed.filter)) return false;
  const asked = new Set(partsOf(filterOf(alert)).map(printFilter));
  return partsOf(parsed.filter).every((part) => asked.has(printFilter(part)));
}
