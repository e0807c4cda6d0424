/** The film of a run without deliveries. */
import { deliveryStates } from '#shared/deliveries/delivery.ts';
import type { RunFilm } from '#shared/scenarios/schema/report.ts';

export const emptyFilm: RunFilm = {
  ...{ startsAt: 0, waiting: [], lanes: [], longestWaitMs: 0, clearedAfterMs: null },
  ...{ held: 0, heldDelivered: 0, lost: 0, twice: 0 },
  states: Object.fromEntries(deliveryStates.map((state) => [state, 0])) as RunFilm['states'],
};
