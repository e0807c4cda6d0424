import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface CardProps {
  title: ReactNode;
  /** A count, a size, an algorithm: beside the title, quieter. */
  meta?: ReactNode;
  /** At the right end of the head: Segmented or IconButtons, in their small size. */
  actions?: ReactNode;
  children: ReactNode;
  /** Off for lists and code, which reach to the edges. */
  padded?: boolean | undefined;
  className?: string | undefined;
}

/** A titled surface. Also a landmark for screen readers, named by its title. */
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
      <header className="flex h-[38px] flex-none items-center gap-2 border-b border-line px-3 text-small">
        {/* One line of text, which ends where there is no more room: the title is read first. */}
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
