import { durationText } from '#renderer/components/delivery-labels.ts';
import { Card } from '#renderer/ui/card.tsx';
import { cx } from '#renderer/ui/cx.ts';
import type { AttemptTimings } from '#shared/schemas/delivery.ts';
import { phasesOf } from './timings.ts';

/** Where the time went: one bar, and its parts in words. */
export function TimingsCard({ timings, gaveUp }: { timings: AttemptTimings; gaveUp: boolean }) {
  const phases = phasesOf(timings, gaveUp);
  return (
    <Card title="Timings" meta={`${durationText(timings.totalMs)} in all`}>
      {phases.length === 0 ? (
        <p className="text-fg-2">No phase was completed.</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="flex h-2.5 gap-px overflow-hidden rounded-[3px] bg-bg-3"
          >
            {phases.map(({ id, ms, colour }) => (
              <span
                key={id}
                data-keep-colour
                className={cx('h-full min-w-[2px]', colour)}
                style={{ flexGrow: ms, flexBasis: 0 }}
              />
            ))}
          </div>
          <dl className="mt-2.5 grid gap-1">
            {phases.map(({ id, label, ms, colour }) => (
              <div key={id} className="flex items-center gap-2 text-small">
                <span
                  aria-hidden="true"
                  data-keep-colour
                  className={cx('size-2 flex-none rounded-[2px]', colour)}
                />
                <dt className="flex-1 text-fg-2">{label}</dt>
                <dd className="tabular-nums">{durationText(ms)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}
