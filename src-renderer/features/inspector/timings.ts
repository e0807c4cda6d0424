/** The phases of an attempt as parts of a bar. Pure. */
import type { AttemptTimings } from '#shared/schemas/delivery.ts';

export interface TimingPhase {
  readonly id: string;
  readonly label: string;
  readonly ms: number;
  /** A class for its ground, from cold to warm along the way of the request. */
  readonly colour: string;
}

export function phasesOf(timings: AttemptTimings): readonly TimingPhase[] {
  const phases = [
    { id: 'dns', label: 'Name lookup', ms: timings.dnsMs, colour: 'bg-type-identify' },
    { id: 'connect', label: 'Connect', ms: timings.connectMs, colour: 'bg-info' },
    { id: 'tls', label: 'TLS', ms: timings.tlsMs, colour: 'bg-ref' },
    { id: 'wait', label: 'Waiting for the answer', ms: timings.waitMs, colour: 'bg-wait' },
    { id: 'body', label: 'Reading the body', ms: timings.bodyMs, colour: 'bg-ok' },
  ];
  return phases.flatMap(({ ms, ...phase }) => (ms === null ? [] : [{ ...phase, ms }]));
}
