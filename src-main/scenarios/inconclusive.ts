import type { InconclusiveReason, Place } from '#shared/scenarios/schema/report.ts';

/**
 * Ends a run early as inconclusive, or leaves an expectation undecided. The events recorded so far are kept.
 */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
  readonly code: InconclusiveReason['code'];
  readonly place: Place | null;

  constructor(code: InconclusiveReason['code'], message: string, place: Place | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}

/** For what is only shown: `otherwise` if it can't be decided. */
export function ifDecided<Value>(compute: () => Value, otherwise: Value): Value {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Inconclusive) return otherwise;
    throw error;
  }
}
