/** Failed deliveries that were told, newest first. */
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '#shared/schemas/alert.ts';
import { api } from './query-client.ts';
import { patch } from './refresh.ts';

/** As many as the core keeps. */
const maxKept = 100;

const query = api.alerts.list.queryOptions();

/** Undefined until they are read. */
export const useAlerts = (): readonly Alert[] | undefined => useQuery(query).data;

/** Numbers begin anew with each run of the core; the time tells the runs apart. */
export const alertKey = ({ id, firstAt }: Pick<Alert, 'id' | 'firstAt'>): string =>
  `${id} ${firstAt}`;

/** With those that have begun or grown; pure. */
export function withAlerts(known: readonly Alert[], changed: readonly Alert[]): Alert[] {
  const byKey = new Map([...known, ...changed].map((alert) => [alertKey(alert), alert]));
  return [...byKey.values()]
    .sort((one, other) => other.firstAt - one.firstAt || other.id - one.id)
    .slice(0, maxKept);
}

export function noteAlerts(changed: readonly Alert[]): void {
  patch(query.queryKey, (known) => withAlerts(known, changed));
}
