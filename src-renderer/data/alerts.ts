/** Alerts, newest first. */
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '#shared/schemas/alert.ts';
import { api } from './query-client.ts';
import { patch } from './refresh.ts';

/** Same limit as in the core. */
const maxKept = 100;

const query = api.alerts.list.queryOptions();

/** Undefined until loaded. */
export const useAlerts = (): readonly Alert[] | undefined => useQuery(query).data;

/** Numbers restart with each run of the core; times tell runs apart. */
export const alertKey = ({ id, firstAt }: Pick<Alert, 'id' | 'firstAt'>): string =>
  `${id} ${firstAt}`;

/** Merges new and updated alerts. Pure. */
export function withAlerts(known: readonly Alert[], changed: readonly Alert[]): Alert[] {
  const byKey = new Map([...known, ...changed].map((alert) => [alertKey(alert), alert]));
  return [...byKey.values()].sort((a, b) => b.firstAt - a.firstAt || b.id - a.id).slice(0, maxKept);
}

export function noteAlerts(changed: readonly Alert[]): void {
  patch(query.queryKey, (known) => withAlerts(known, changed));
}
