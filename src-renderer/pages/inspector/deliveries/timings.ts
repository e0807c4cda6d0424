/** The phases of an attempt as parts of a bar. Pure. */
import type { AttemptTimings } from '#shared/schemas/delivery.ts';

export interface TimingPhase {
  readonly id: string;
  readonly label: string;
  readonly ms: number;
  /** A class for its ground, from cold to warm along the way of the request. */
  readonly colour: string;
}

/** Smaller gaps between phases are measuring noise and not worth a line. */
const smallestGap = 0.02;

/** `gaveUp`: no answer came, so the rest of the time was spent waiting for it. */
export function phasesOf(timings: AttemptTimings, gaveUp: boolean): readonly TimingPhase[] {
  const measured = [
    { id: 'dns', label: 'Name lookup', ms: timings.dnsMs, colour: 'bg-type-identify' },
    { id: 'connect', label: 'Connect', ms: timings.connectMs, colour: 'bg-info' },
    { id: 'tls', label: 'TLS', ms: timings.tlsMs, colour: 'bg-ref' },
    { id: 'wait', label: 'Waiting for the answer', ms: timings.waitMs, colour: 'bg-wait' },
    { id: 'body', label: 'Reading the body', ms: timings.bodyMs, colour: 'bg-ok' },
  ].flatMap(({ ms, ...phase }) => (ms === null ? [] : [{ ...phase, ms }]));
  const restMs = timings.totalMs - measured.reduce((sum, { ms }) => sum + ms, 0);
  if (restMs <= timings.totalMs * smallestGap) return measured;
  const label = gaveUp ? 'Until it was given up' : 'Between the phases';
  return [...measured, { id: 'rest', label, ms: restMs, colour: 'bg-fg-3' }];
}
