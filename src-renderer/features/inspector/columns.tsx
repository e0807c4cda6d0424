import type { ReactNode } from 'react';

/** Two columns of cards where there is room, else one. */
export function Columns({ start, end }: { start: ReactNode; end: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid items-start gap-3 @min-[640px]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-3">{start}</div>
        <div className="grid min-w-0 gap-3">{end}</div>
      </div>
    </div>
  );
}
