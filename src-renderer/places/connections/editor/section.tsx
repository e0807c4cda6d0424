import { type ReactNode, useEffect, useId, useRef } from 'react';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { DisclosureMark, useDisclosure } from '#renderer/ui/disclosure.tsx';

interface SectionProps {
  readonly title: string;
  /** Beside the title: a count, an algorithm. */
  readonly meta?: ReactNode;
  /** At the right of the title, small. */
  readonly actions?: ReactNode;
  /** Off for lists and code, which reach the edges. */
  readonly padded?: boolean;
  readonly children: ReactNode;
}

/** A part of an editor, and a landmark. */
export function Section({ title, meta, actions, padded = true, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 flex-none border-t border-line first:border-t-0"
    >
      <header className="flex min-h-header items-center gap-2 px-4.5 pt-1.5">
        <div className="min-w-0 truncate">
          <h3 id={titleId} className="inline font-semibold">
            {title}
          </h3>
          {meta !== undefined && <span className="ml-2 text-small text-fg-3">{meta}</span>}
        </div>
        {actions && <div className="ml-auto flex flex-none items-center gap-1">{actions}</div>}
      </header>
      <div className={cx('min-w-0', padded && 'px-4.5 pt-1 pb-3.5')}>{children}</div>
    </section>
  );
}

interface FoldedSectionProps {
  readonly title: string;
  /** The current value in one line, shown while folded. */
  readonly value: ReactNode;
  /** At the right of the header while open. */
  readonly actions?: ReactNode;
  /** Opens it when its content needs attention. */
  readonly isOpen?: boolean;
  /** Opens and shows it if the route asks for this section. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** Settings with good defaults: a line with the value, which opens to the fields. */
export function FoldedSection(props: FoldedSectionProps) {
  const { title, value, actions, isOpen = false, name, children } = props;
  const isWanted = useRoute(
    ({ route }) => name !== undefined && queryOn(route, 'connections').section === name,
  );
  const [isExpanded, setExpanded] = useDisclosure(`section ${title}`, isOpen);
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const bodyId = useId();
  // Stays open afterwards, so the layout doesn't change while editing.
  if (isOpen && !isExpanded) setExpanded(true);
  const show = useRef(() => setExpanded(true));
  useEffect(() => {
    if (!isWanted) return;
    show.current();
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      className="min-w-0 flex-none border-t border-line first:border-t-0"
    >
      <header className="relative flex min-h-11 items-center gap-2 pr-4.5 hover:bg-bg-2">
        <h3 className="flex-none">
          {/* Covers the header; the value next to it is not part of its name. */}
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-controls={bodyId}
            aria-describedby={isExpanded ? undefined : `${titleId}-value`}
            onClick={() => setExpanded(!isExpanded)}
            className="flex h-11 items-center gap-1.5 pl-4.5 font-semibold -outline-offset-2 after:absolute after:inset-0"
          >
            <span id={titleId}>{title}</span>
            <DisclosureMark isOpen={isExpanded} />
          </button>
        </h3>
        {!isExpanded && (
          <span
            id={`${titleId}-value`}
            className="min-w-0 flex-1 truncate text-right text-small text-fg-2"
          >
            {value}
          </span>
        )}
        {isExpanded && actions && (
          <div className="relative ml-auto flex flex-none items-center gap-1">{actions}</div>
        )}
      </header>
      <div id={bodyId} hidden={!isExpanded} className="px-4.5 pt-1 pb-3.5">
        {isExpanded && children}
      </div>
    </section>
  );
}
