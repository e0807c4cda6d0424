/** Which alerts are news, and how loudly; and which were looked at. */
import { create } from 'zustand';
import { alertKey } from '#renderer/data/alerts.ts';
import type { Alert } from '#shared/schemas/alert.ts';

/** So many times as many deliveries as were told last are worth a word again. */
const tellAgainFactor = 10;

export interface Grown {
  readonly alert: Alert;
  /** How many deliveries of it were known before; undefined when it is new. */
  readonly before: number | undefined;
}

/** Those that have begun or grown. */
export function grownAlerts(alerts: readonly Alert[], before: readonly Alert[]): readonly Grown[] {
  const counts = new Map(before.map((alert) => [alertKey(alert), alert.count]));
  return alerts
    .map((alert) => ({ alert, before: counts.get(alertKey(alert)) }))
    .filter((grown) => grown.alert.count > (grown.before ?? 0));
}

/** Whether to say it anew, after what was said of it is gone; `told`: the count that was told last. */
export const isWorthAWord = ({ count }: Alert, told: number | undefined): boolean =>
  told === undefined || count >= told * tellAgainFactor;

/** How many deliveries of each alert were told when it was last seen, by its key. */
export type SeenAlerts = ReadonlyMap<string, number>;

/** Null until the alerts are read: what was told before this page was there is no news here. */
export const useSeenAlerts = create<{ readonly seen: SeenAlerts | null }>()(() => ({ seen: null }));

export const allSeen = (alerts: readonly Alert[]): SeenAlerts =>
  new Map(alerts.map((alert) => [alertKey(alert), alert.count]));

export const unseenOf = (alerts: readonly Alert[], seen: SeenAlerts | null): readonly Alert[] =>
  seen === null ? [] : alerts.filter((alert) => alert.count > (seen.get(alertKey(alert)) ?? 0));
