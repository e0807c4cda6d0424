/** New and growing alerts, and which of them the user has seen. */
import { create } from 'zustand';
import { alertKey } from '#renderer/data/alerts.ts';
import type { Alert } from '#shared/schemas/alert.ts';

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
export type SeenAlerts = ReadonlyMap<string, number>;

/** Null until the alerts are loaded: alerts from before count as seen. */
export const useSeenAlerts = create<{ readonly seen: SeenAlerts | null }>()(() => ({ seen: null }));

export const allSeen = (alerts: readonly Alert[]): SeenAlerts =>
  new Map(alerts.map((alert) => [alertKey(alert), alert.count]));

export const unseenOf = (alerts: readonly Alert[], seen: SeenAlerts | null): readonly Alert[] =>
  seen === null ? [] : alerts.filter((alert) => alert.count > (seen.get(alertKey(alert)) ?? 0));
