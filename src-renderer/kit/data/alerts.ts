/** Alerts, newest first. */
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '#shared/deliveries/alert.ts';
import { api, patch } from './query-client.ts';

/** Same limit as in the core. */
const maxAlerts = 100;

const query = api.alerts.list.queryOptions();

/** Undefined until loaded. */
export const useAlerts = (): readonly Alert[] | undefined => useQuery(query).data;

/** Numbers restart with each run of the core; times tell runs apart. */
export const alertKey = ({ id, firstAt }: Pick<Alert, 'id' | 'firstAt'>): string =>
  `${id} ${firstAt}`;

/** Merges new and updated alerts. Pure. */
export function withAlerts(current: readonly Alert[], changed: readonly Alert[]): Alert[] {
  const byKey = new Map([...current, ...changed].map((alert) => [alertKey(alert), alert]));
  return [...byKey.values()]
    .sort((a, b) => b.firstAt - a.firstAt || b.id - a.id)
    .slice(0, maxAlerts);
}

export function putAlerts(changed: readonly Alert[]): void {
  patch(query.queryKey, (current) => withAlerts(current, changed));
}
