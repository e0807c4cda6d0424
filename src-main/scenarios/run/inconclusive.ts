import type { InconclusiveReason, Place } from '#shared/schemas/scenario/report.ts';

/** A run that can't be decided. It ends there, with what it has recorded. */
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
