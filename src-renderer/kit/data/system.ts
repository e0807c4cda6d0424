/** System information and settings; each null until reported. */
import { QueryObserver, useQuery } from '@tanstack/react-query';
import type { Settings } from '#shared/settings/settings.ts';
import type { System } from '#shared/settings/system.ts';
import { deliveryLists, messageLists } from './live-lists.ts';
import { api, queryClient, refresh } from './query-client.ts';

// Addresses belong to a run of the core; each run is a new connection.
const system = api.system.get.queryOptions({ refetchOnReconnect: 'always' });
const settings = api.settings.get.queryOptions();

export const useSystem = (): System | null => useQuery(system).data ?? null;
export const systemNow = (): System | null => queryClient.getQueryData(system.queryKey) ?? null;
export const reloadSystem = () => queryClient.invalidateQueries({ queryKey: system.queryKey });

export const useSettings = (): Settings | null => useQuery(settings).data ?? null;
export const settingsNow = (): Settings | null =>
  queryClient.getQueryData(settings.queryKey) ?? null;

/** Keeps both loaded on every page: redaction in copies is a setting. */
export function keepSystem(): void {
  new QueryObserver(queryClient, system).subscribe(() => undefined);
  new QueryObserver(queryClient, settings).subscribe(() => undefined);
}

/** Addresses may have changed with the settings. */
export function setSettings(changed: Settings): void {
  const hasColumnChanged = settingsNow()?.listColumn !== changed.listColumn;
  queryClient.setQueryData(settings.queryKey, changed);
  refresh({ queryKey: system.queryKey });
  if (!hasColumnChanged) return;
  deliveryLists.reloadAll();
  messageLists.reloadAll();
}
