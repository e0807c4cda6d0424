import { cx } from '#renderer/ui/cx.ts';
import type { AttemptTimings } from '#shared/deliveries/delivery.ts';
import { formatDuration, formatLatency } from '#shared/kit/duration.ts';

interface TimingsCardProps {
  readonly timings: AttemptTimings;
  /** Whether no response arrived. */
  readonly gaveUp: boolean;
  /** The time limit of the attempt, if known. */
  readonly limitMs?: number | undefined;
}

/** The phases of an attempt in one line, as text and as a bar. */
export function TimingsCard({ timings, gaveUp, limitMs }: TimingsCardProps) {
  const phases = phasesOf(timings, gaveUp);
  const total = formatLatency(timings.totalMs);
  return (
    <section
      aria-label="Timings"
      className="grid gap-2 rounded-card border border-line bg-bg-1 px-3 pt-2.5 pb-3 shadow-rest"
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-small tabular-nums">
        <b className="text-base font-semibold">{total}</b>
        <span className="min-w-0 flex-1 text-fg-2">
          {phases.length === 0
            ? 'No phase completed'
            : phases.flatMap((phase) => phaseText(phase, total)).join(' · ')}
        </span>
        {limitMs !== undefined && (
          <span className="text-fg-3">limit {formatDuration(limitMs)}</span>
        )}
      </p>
      {phases.length > 0 && (
        <div aria-hidden="true" className="flex h-1.5 gap-0.5">
          {phases.map(({ id, ms }) => (
            <span
              key={id}
              data-keep-color
              className={cx(
                'h-full min-w-0.5 rounded-mark',
                id === 'wait' || (gaveUp && id === 'rest') ? 'bg-accent/75' : 'bg-fg-3/45',
              )}
              style={{ flexGrow: ms, flexBasis: 0 }}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** `0.4 connect`, with its unit unless it is that of the total; nothing if it rounds to zero. */
function phaseText({ label, ms }: TimingPhase, total: string): string | [] {
  const [value = '', unit = ''] = formatLatency(ms).split(' ');
  if (value === '0') return [];
  return total.endsWith(` ${unit}`) ? `${value} ${label}` : `${value} ${unit} ${label}`;
}

interface TimingPhase {
  readonly id: string;
  readonly label: string;
  readonly ms: number;
}

/** Smaller gaps between phases are measurement noise. */
const minGap = 0.02;

/** The phases in the order of a request. `gaveUp`: the remaining time was spent waiting for a response. */
export function phasesOf(timings: AttemptTimings, gaveUp: boolean): readonly TimingPhase[] {
  const measured = [
    { id: 'dns', label: 'DNS', ms: timings.dnsMs },
    { id: 'connect', label: 'connect', ms: timings.connectMs },
    { id: 'tls', label: 'TLS', ms: timings.tlsMs },
    { id: 'wait', label: 'wait', ms: timings.waitMs },
    { id: 'body', label: 'read', ms: timings.bodyMs },
  ].flatMap(({ ms, ...phase }) => (ms === null ? [] : [{ ...phase, ms }]));
  const restMs = timings.totalMs - measured.reduce((sum, { ms }) => sum + ms, 0);
  if (restMs <= timings.totalMs * minGap) return measured;
  return [...measured, { id: 'rest', label: gaveUp ? 'without a response' : 'other', ms: restMs }];
}
