/** Text of an alert, and the route to its deliveries. */
import { create } from 'zustand';
import { alertKey, useAlerts } from '#renderer/kit/data/alerts.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import type { Alert } from '#shared/deliveries/alert.ts';
import { codeLabel, stateLabel } from '#shared/deliveries/text.ts';
import {
  allOf,
  type Filter,
  inState,
  isEverything,
  numberIs,
  partsOf,
  textIs,
} from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import { counted } from '#shared/kit/format.ts';

/** Longer names leave no room for the rest of a sentence. */
const maxNameLength = 40;

export const shortName = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;

/** `12 deliveries to Billing gave up`, `1 delivery to Billing was refused`. */
export function alertTitle({ count, destinationName, state }: Alert): string {
  const deliveries = counted(count, 'delivery', 'deliveries');
  const verb = state === 'gave_up' ? '' : count === 1 ? 'was ' : 'were ';
  return `${deliveries} to ${shortName(destinationName)} ${verb}${stateLabel(state)}`;
}

/** `latest status 503`, `certificate expired`. */
export function alertCause({ lastStatus, lastCode }: Alert): string {
  if (lastStatus !== null) return `latest status ${lastStatus}`;
  if (lastCode === null) return 'retry window ended before the first attempt';
  return codeLabel(lastCode);
}

function filterOf({ state, destinationName, lastStatus }: Alert): Filter {
  return allOf([
    inState(state),
    textIs('destination', destinationName),
    lastStatus === null ? null : numberIs('status', '=', lastStatus),
  ]);
}

/** Opens the delivery if the alert is about a single one. */
export const alertRoute = (alert: Alert): RouteTo<'deliveries'> => ({
  page: 'deliveries',
  path: alert.count === 1 ? [String(alert.deliveryId)] : [],
  query: { filter: printFilter(filterOf(alert)) },
});

/** Whether a list with this filter shows only deliveries of the alert. */
export function isNarrowedTo(filter: string, alert: Alert): boolean {
  const parsed = parseFilter(filter);
  if (!parsed.ok || isEverything(parsed.filter)) return false;
  const alertTerms = new Set(partsOf(filterOf(alert)).map(printFilter));
  return partsOf(parsed.filter).every((part) => alertTerms.has(printFilter(part)));
}

// New and growing alerts, and which of them the user has seen.

/** An alert is shown again once its count has grown by this factor. */
const repeatFactor = 10;

export interface Grown {
  readonly alert: Alert;
  /** The count before; undefined when the alert is new. */
  readonly before: number | undefined;
}

export function grownAlerts(alerts: readonly Alert[], before: readonly Alert[]): readonly Grown[] {
  const counts = new Map(before.map((alert) => [alertKey(alert), alert.count]));
  return alerts
    .map((alert) => ({ alert, before: counts.get(alertKey(alert)) }))
    .filter((grown) => grown.alert.count > (grown.before ?? 0));
}

/** Whether to show it again after its toast is gone. */
export const shouldNotify = ({ count }: Alert, notifiedCount: number | undefined): boolean =>
  notifiedCount === undefined || count >= notifiedCount * repeatFactor;

/** Count of each alert when it was last seen, by its key. */
type SeenAlerts = ReadonlyMap<string, number>;

/** Null until the alerts are loaded: alerts from before count as seen. */
export const useSeenAlerts = create<{ readonly seen: SeenAlerts | null }>()(() => ({ seen: null }));

export const allSeen = (alerts: readonly Alert[]): SeenAlerts =>
  new Map(alerts.map((alert) => [alertKey(alert), alert.count]));

export const unseenOf = (alerts: readonly Alert[], seen: SeenAlerts | null): readonly Alert[] =>
  seen === null ? [] : alerts.filter((alert) => alert.count > (seen.get(alertKey(alert)) ?? 0));

// The line above the list.

/** As `useSeenAlerts`, for those that were dismissed. */
const useDismissedAlerts = create<{ readonly dismissed: SeenAlerts | null }>()(() => ({
  dismissed: null,
}));

export function dismissAlerts(alerts: readonly Alert[]): void {
  useDismissedAlerts.setState(({ dismissed }) => ({
    dismissed: new Map([...(dismissed ?? []), ...allSeen(alerts)]),
  }));
}

/** Those that have started or grown since they were dismissed, newest first. */
export function useOpenAlerts(): readonly Alert[] {
  const alerts = useAlerts();
  const dismissed = useDismissedAlerts((state) => state.dismissed);
  return unseenOf(alerts ?? [], dismissed);
}
