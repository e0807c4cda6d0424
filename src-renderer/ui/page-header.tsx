import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** Before the title: a StateMark. */
  mark?: ReactNode;
  /** After the title: a StatePill or a Badge. */
  badge?: ReactNode;
  /** The line below. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** Of what is selected in a place, which has the title of the page. */
  isThing?: boolean;
}

/** The title and actions of a page or detail. */
export function PageHeader(props: PageHeaderProps) {
  const { title, mark, badge, meta, actions, isThing = false } = props;
  const Heading = isThing ? 'h2' : 'h1';
  return (
    <header className="flex flex-none flex-wrap items-start gap-x-3 gap-y-2 bg-bg-1 px-4 pt-3.5 pb-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <Heading
          className={cx(
            'flex min-w-0 items-center gap-2',
            isThing
              ? 'text-thing font-[640] tracking-[-0.014em]'
              : 'text-title font-semibold tracking-[-0.012em]',
          )}
        >
          {mark}
          <span className="truncate">{title}</span>
          {badge}
        </Heading>
        {meta && (
          <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 text-small text-fg-2">
            {meta}
          </div>
        )}
      </div>
      {actions && <div className="flex flex-wrap gap-1.5">{actions}</div>}
    </header>
  );
}
