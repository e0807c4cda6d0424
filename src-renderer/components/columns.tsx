import type { ReactNode } from 'react';
import { cx } from '#renderer/ui/cx.ts';

interface ColumnsProps {
  readonly start: ReactNode;
  readonly end: ReactNode;
  /** Both columns have equal width, for comparison. */
  readonly even?: boolean;
}

/** Two columns of cards, or one in a narrow pane. */
export function Columns({ start, end, even = false }: ColumnsProps) {
  return (
    <div className="@container">
      <div
        className={cx(
          'grid items-start gap-3',
          even ? '@xl:grid-cols-2' : '@xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]',
        )}
      >
        <div className="grid min-w-0 gap-3">{start}</div>
        <div className="grid min-w-0 gap-3">{end}</div>
      </div>
    </div>
  );
}
