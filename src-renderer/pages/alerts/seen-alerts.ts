/** Which alerts were looked at. */
import { create } from 'zustand';
import { alertKey } from '#renderer/data/alerts.ts';
import type { Alert } from '#shared/schemas/alert.ts';

/** How many deliveries of each alert were told when it was last seen, by its key. */
export type SeenAlerts = ReadonlyMap<string, number>;

/** Null until the alerts are read: what was told before this page was there is no news here. */
export const useSeenAlerts = create<{ readonly seen: SeenAlerts | null }>()(() => ({ seen: null }));

export const allSeen = (alerts: readonly Alert[]): SeenAlerts =>
  new Map(alerts.map((alert) => [alertKey(alert), alert.count]));

export const unseenOf = (alerts: readonly Alert[], seen: SeenAlerts | null): readonly Alert[] =>
  seen === null ? [] : alerts.filter((alert) => alert.count > (seen.get(alertKey(alert)) ?? 0));
