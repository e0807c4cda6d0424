/** The deliveries that an export takes, newest first, found in steps that are short each. */
import { everything } from '#shared/filter/filter.ts';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import type { ExportRequest } from '#shared/schemas/export.ts';
import { AppError } from '../../app-error.ts';
import { filterOf } from '../../deliveries/filter.ts';
import { writeCursor } from '../../store/cursor.ts';
import type { Store } from '../../store/store.ts';

export type Scope = Pick<
  ExportRequest,
  'state' | 'destinationId' | 'filter' | 'deliveryId' | 'attemptId' | 'upTo'
>;

/** As many as a piece of an export holds, about. */
const foundAtOnce = 100;

export interface Step {
  readonly found: readonly DeliverySummary[];
  readonly nextCursor: string | null;
  readonly share: number;
}

/** The one delivery that is asked for. Throws an AppError when it, or its attempt, is not there. */
export function onlyDelivery(store: Store, { deliveryId = 0, attemptId }: Scope): DeliverySummary {
  const summary = store.deliveries.summary(deliveryId);
  if (summary === undefined) throw new AppError('not_found', 'There is no such delivery.');
  if (attemptId !== undefined && store.attempts.lastExchanges(deliveryId, attemptId).length === 0)
    throw new AppError('not_found', 'There is no such attempt of this delivery.');
  return summary;
}

export const isOne = ({ deliveryId }: Scope): boolean => deliveryId !== undefined;

/** Where the first step begins: at the newest delivery there was, so that what comes later is left out. */
export const firstCursor = (upTo: number): string => writeCursor(upTo + 1);

export function searchOf(scope: Scope, now: number, cursor: string) {
  const { state, destinationId, filter = everything } = scope;
  return { filter: filterOf({ state, destinationId, filter }), now, cursor };
}

/** The next deliveries below a cursor; perhaps none, where looking took its time. */
export function nextStep(store: Store, scope: Scope, now: number, cursor: string): Step {
  const { items, nextCursor, reach } = store.deliveries.page(
    searchOf(scope, now, cursor),
    foundAtOnce,
  );
  return { found: items, nextCursor, share: reach.share };
}
