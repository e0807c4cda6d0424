import type { Route } from '#renderer/stores/route.ts';
import { viewOf } from '../inspector-route.ts';

/** Whether the address shows the list of deliveries, which the panel stands above. Pure. */
export const isBulkInSight = (route: Route): boolean =>
  route.page === 'inspector' && viewOf(route).list === 'deliveries';
