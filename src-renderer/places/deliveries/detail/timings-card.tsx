import { Card } from '#renderer/ui/card.tsx';
import { cx } from '#renderer/ui/cx.ts';
import type { AttemptTimings } from '#shared/deliveries/delivery.ts';
import { formatLatency } from '#shared/kit/duration.ts';

/** The phases of an attempt, as a bar and a list. */
export function TimingsCard({ timings, gaveUp }: { timings: AttemptTimings; gaveUp: boolean }) {
  const phases = phasesOf(timings, gaveUp);
  return (
    <Card title="Timings" meta={`${formatLatency(timings.totalMs)} total`}>
      {phases.length === 0 ? (
        <p className="text-fg-2">No phase completed</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="flex h-2.5 gap-px overflow-hidden rounded-mark bg-bg-3"
          >
            {phases.map(({ id, ms, color }) => (
              <span
                key={id}
                data-keep-color
                className={cx('h-full min-w-0.5', color)}
                style={{ flexGrow: ms, flexBasis: 0 }}
              />
            ))}
          </div>
          <dl className="mt-2.5 grid gap-1">
            {phases.map(({ id, label, ms, color }) => (
              <div key={id} className="flex items-center gap-2 text-small">
                <span
                  aria-hidden="true"
                  data-keep-color
                  className={cx('size-2 flex-none rounded-mark', color)}
                />
                <dt className="flex-1 text-fg-2">{label}</dt>
                <dd className="tabular-nums">{formatLatency(ms)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}

// The phases of an attempt as parts of a bar.

interface TimingPhase {
  readonly id: string;
  readonly label: string;
  readonly ms: number;
  /** Bar colors from cold to warm in request order. */
  readonly color: string;
}

/** Smaller gaps between phases are measurement noise. */
const minGap = 0.02;

/** `gaveUp`: no response arrived, so the remaining time was spent waiting. */
export function phasesOf(timings: AttemptTimings, gaveUp: boolean): readonly TimingPhase[] {
  const measured = [
    { id: 'dns', label: 'DNS lookup', ms: timings.dnsMs, color: 'bg-type-identify' },
    { id: 'connect', label: 'Connect', ms: timings.connectMs, color: 'bg-info' },
    { id: 'tls', label: 'TLS', ms: timings.tlsMs, color: 'bg-ref' },
    { id: 'wait', label: 'Waiting (TTFB)', ms: timings.waitMs, color: 'bg-wait' },
    { id: 'body', label: 'Reading body', ms: timings.bodyMs, color: 'bg-ok' },
  ].flatMap(({ ms, ...phase }) => (ms === null ? [] : [{ ...phase, ms }]));
  const restMs = timings.totalMs - measured.reduce((sum, { ms }) => sum + ms, 0);
  if (restMs <= timings.totalMs * minGap) return measured;
  const label = gaveUp ? 'Timed out after' : 'Other';
  return [...measured, { id: 'rest', label, ms: restMs, color: 'bg-fg-3' }];
}
