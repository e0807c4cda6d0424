/** What happened to deliveries, as expectations. */
import { valueText } from '#shared/filter/print.ts';
import { recordedStatus } from './recorded-responses.ts';
import type { SelectedDelivery } from './selection.ts';

/** The random part of retry delays decides how many attempts fit into a retry window. */
const isCutByWindow = ({ state, reason }: SelectedDelivery): boolean =>
  state === 'gave_up' && reason === 'window_ended';

/** How many of the attempts are made in every run. */
function countOf(
  deliveries: readonly SelectedDelivery[],
  isCounted: (attempt: SelectedDelivery['attempts'][number]) => boolean,
) {
  const count = (list: readonly SelectedDelivery[]): number =>
    list.reduce((sum, { attempts }) => sum + attempts.filter(isCounted).length, 0);
  return deliveries.some(isCutByWindow)
    ? { min: count(deliveries.filter((delivery) => !isCutByWindow(delivery))) }
    : count(deliveries);
}

function ofDestination(name: string, deliveries: readonly SelectedDelivery[]): readonly object[] {
  const byState = Map.groupBy(deliveries, ({ state }) => state);
  const destination = `destination=${valueText(name)}`;
  return [
    ...[...byState].map(([state, { length: count }]) => ({
      ...{ deliveries: `${destination} state:${state}`, count },
    })),
    { attempts: destination, count: countOf(deliveries, () => true) },
  ];
}

function ofMock(
  { name, urls }: { readonly name: string; readonly urls: ReadonlySet<string> },
  deliveries: readonly SelectedDelivery[],
): readonly object[] {
  const statuses = new Set(
    deliveries.flatMap(({ attempts }) =>
      attempts.flatMap((attempt) => (urls.has(attempt.url) ? (recordedStatus(attempt) ?? []) : [])),
    ),
  );
  return [...statuses].map((status) => ({
    ...{ requests: `status=${status}`, mock: name },
    count: countOf(
      deliveries,
      (attempt) => urls.has(attempt.url) && recordedStatus(attempt) === status,
    ),
  }));
}

export function expectationsOf(
  deliveries: readonly SelectedDelivery[],
  destinationName: (id: string) => string,
  mocks: ReadonlyMap<string, string>,
): readonly object[] {
  const byDestination = Map.groupBy(deliveries, ({ destinationId }) => destinationId);
  const urlsByMock = Map.groupBy(mocks.keys(), (url) => mocks.get(url) ?? '');
  return [
    ...[...byDestination].flatMap(([id, list]) => ofDestination(destinationName(id), list)),
    ...[...urlsByMock].flatMap(([name, urls]) => ofMock({ name, urls: new Set(urls) }, deliveries)),
  ];
}
