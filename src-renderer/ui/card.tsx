import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { DisclosureMark, useDisclosure } from './disclosure.tsx';

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

interface FoldedCardProps {
  title: string;
  /** The current value in one line, shown while folded. */
  value: ReactNode;
  /** At the right of the header while open. */
  actions?: ReactNode;
  /** Opens the card when its content needs attention. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Settings with good defaults: a line with the value, which opens to the fields. */
export function FoldedCard({ title, value, actions, isOpen = false, children }: FoldedCardProps) {
  const [isExpanded, setExpanded] = useDisclosure(`card ${title}`, isOpen);
  const titleId = useId();
  const bodyId = useId();
  // Stays open afterwards, so the layout doesn't change while editing.
  if (isOpen && !isExpanded) setExpanded(true);
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-bg-1 shadow-rest"
    >
      <header className="relative flex h-header flex-none items-center gap-2 pr-3 text-small hover:bg-bg-2">
        <h2 className="flex-none">
          {/* Covers the header; the value next to it is not part of its name. */}
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-controls={bodyId}
            aria-describedby={isExpanded ? undefined : `${titleId}-value`}
            onClick={() => setExpanded(!isExpanded)}
            className="flex h-header items-center gap-1.5 pl-2.5 font-semibold -outline-offset-2 after:absolute after:inset-0"
          >
            <DisclosureMark isOpen={isExpanded} />
            <span id={titleId}>{title}</span>
          </button>
        </h2>
        {!isExpanded && (
          <span id={`${titleId}-value`} className="min-w-0 flex-1 truncate text-fg-2">
            {value}
          </span>
        )}
        {isExpanded && actions && (
          <div className="relative ml-auto flex flex-none items-center gap-1">{actions}</div>
        )}
      </header>
      <div id={bodyId} hidden={!isExpanded} className="border-t border-line p-3">
        {isExpanded && children}
      </div>
    </section>
  );
}
