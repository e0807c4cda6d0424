import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { coreNow } from '#renderer/kit/data/clock.ts';
import { useReadNow } from '#renderer/ui/time.tsx';
import { formatCount, formatMinute } from '#shared/kit/format.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { endpointKey } from '../board/board.ts';
import { useNode } from '../board/use-board.ts';
import { endFault, useFaults } from './fault-actions.ts';
import { activeFault, faultTitle, leftText } from './faults.ts';

/** The fault that is on, how long it lasts, and its end, which is also `x`. */
export function FaultSection({ mock }: { mock: Mock }) {
  const replaced = useFaults((state) => state.replaced[mock.id]);
  // Renders again when the fault begins or ends.
  const isOn = useReadNow((now) => activeFault(mock, replaced, now ?? 0) !== null);
  const fault = isOn ? activeFault(mock, replaced, coreNow()) : null;
  const left = useReadNow((now) => (fault === null ? '' : leftText(fault, now ?? 0)));
  const span = fault?.span ?? null;
  const percent = useReadNow((now) =>
    span === null ? 0 : Math.round((((now ?? 0) - span.from) / (span.to - span.from)) * 1_000) / 10,
  );
  const waiting = useNode(endpointKey(mock.url, mock.id), (node) => node.waiting) ?? 0;
  const [end] = useActions('Mock endpoints', [
    {
      id: 'mock.end-fault',
      title: 'End the fault',
      label: 'End now',
      shortcut: 'x',
      isShown: fault !== null,
      run: () => {
        if (fault !== null) void endFault(mock, fault);
      },
    },
  ]);
  if (fault === null) return null;
  return (
    <div className="px-4.5 py-3.5">
      <section
        aria-label="Fault"
        className="rounded-card border border-bad/30 bg-bad-bg/55 px-3 pt-2.5 pb-3"
      >
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <h3 className="truncate text-small text-bad">{faultTitle(fault)}</h3>
            <p className="truncate text-page font-[640] tracking-[-0.02em] tabular-nums">{left}</p>
          </div>
          <ActionButton action={end} />
        </div>
        {span !== null && (
          <>
            <div
              aria-hidden="true"
              data-keep-color
              className="mt-2.5 mb-1.75 h-1.5 overflow-hidden rounded-full bg-bad/22"
            >
              <div className="h-full rounded-full bg-bad" style={{ width: `${percent}%` }} />
            </div>
            <p className="flex justify-between text-small text-fg-2 tabular-nums">
              <span>{formatMinute(span.from)}</span>
              {waiting > 0 && (
                <b className="font-semibold text-fg">{formatCount(waiting)} waiting</b>
              )}
              <span>{formatMinute(span.to)}</span>
            </p>
          </>
        )}
      </section>
    </div>
  );
}
