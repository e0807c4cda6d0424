import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface CardProps {
  title: ReactNode;
  /** Beside the title: a count, a size, an algorithm. */
  meta?: ReactNode;
  /** At the right of the header, small: Segmented or IconButtons. */
  actions?: ReactNode;
  children: ReactNode;
  /** Off for lists and code, which reach the edges. */
  padded?: boolean | undefined;
  className?: string | undefined;
}

/** A titled surface and landmark. */
export function Card({ title, meta, actions, children, padded = true, className }: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        'flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-bg-1 shadow-rest',
        className,
      )}
    >
      <header className="flex h-header flex-none items-center gap-2 border-b border-line px-3 text-small">
        {/* One truncated line; the title has priority. */}
        <div className="min-w-0 truncate">
          <h2 id={titleId} className="inline font-semibold">
            {title}
          </h2>
          {meta !== undefined && (
            <>
              {' '}
              <span className="ml-1 text-fg-3">{meta}</span>
            </>
          )}
        </div>
        {actions && <div className="ml-auto flex flex-none items-center gap-1">{actions}</div>}
      </header>
      <div className={cx('min-h-0 flex-1', padded && 'p-3')}>{children}</div>
    </section>
  );
}
