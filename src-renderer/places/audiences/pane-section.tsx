import { type ReactNode, useId } from 'react';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { type PaneSectionName, sectionMark } from './audiences-route.ts';

interface PaneSectionProps {
  readonly name: PaneSectionName;
  readonly title: string;
  /** Beside the title, such as a count. */
  readonly meta?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the pane, which the address can name. */
export function PaneSection({ name, title, meta, children }: PaneSectionProps) {
  const titleId = useId();
  return (
    <section
      {...sectionMark(name)}
      aria-labelledby={titleId}
      className="flex flex-none flex-col gap-3 px-4 pt-4 last:pb-4"
    >
      <h3 id={titleId} className="text-count font-semibold">
        {title}{' '}
        {meta !== undefined && <span className="font-normal text-fg-3 tabular-nums">{meta}</span>}
      </h3>
      {children}
    </section>
  );
}

interface PaneColumnsProps {
  readonly children: ReactNode;
  /** Beside the sections, or above them in a narrow pane. */
  readonly side: ReactNode;
}

export function PaneColumns({ children, side }: PaneColumnsProps) {
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @2xl:flex-row-reverse @2xl:overflow-visible">
        {side}
        <ScrollRegion
          label="Sections"
          className="flex min-w-0 flex-none flex-col -outline-offset-2 @2xl:flex-1 @2xl:overflow-y-auto"
        >
          {children}
        </ScrollRegion>
      </div>
    </div>
  );
}
