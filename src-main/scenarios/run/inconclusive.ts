import type { InconclusiveReason, Place } from '#shared/schemas/scenario/report.ts';

/** Ends a run early as inconclusive. The events recorded so far are kept. */
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
