import { allResends } from '#renderer/stores/all-resends-store.ts';
import { deliveries } from '#renderer/stores/deliveries-store.ts';
import { messages } from '#renderer/stores/messages-store.ts';
import { rejected } from '#renderer/stores/rejected-store.ts';
import type { InspectorList } from '../inspector-route.ts';

const stores = { deliveries, messages, rejected, resends: allResends };

/** The list follows what is newest again. */
export function resumeLive(list: InspectorList): void {
  stores[list].hold(false);
}

/** The user looks at something: the list stays where it is. */
export function leaveLive(list: InspectorList): void {
  stores[list].hold(true);
}
