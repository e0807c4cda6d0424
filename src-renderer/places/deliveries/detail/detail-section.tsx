import { type ReactNode, useId } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';

export type SectionName = 'message' | 'received' | 'copies';

/** Sections that were opened or closed; kept while moving from row to row. */
const useSections = create(
  persist((): Partial<Record<SectionName, boolean>> => ({}), {
    name: 'hookwright.delivery-sections',
  }),
);

const elementId = (name: SectionName): string => `delivery-${name}`;

/** Opens a section and scrolls to it. */
export function openSection(name: SectionName): void {
  useSections.setState({ [name]: true });
  document.getElementById(elementId(name))?.scrollIntoView({ block: 'start' });
}

interface DetailSectionProps {
  readonly name: SectionName;
  readonly title: string;
  /** Beside the title: a count. */
  readonly meta?: ReactNode;
  /** Until the user opens or closes it. */
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

/** A part of the detail below the request, which opens in place. */
export function DetailSection(props: DetailSectionProps) {
  const { name, title, meta, isOpenAtFirst = false, children } = props;
  const isOpen = useSections((sections) => sections[name]) ?? isOpenAtFirst;
  const bodyId = useId();
  const titleId = useId();
  return (
    <section
      id={elementId(name)}
      aria-labelledby={titleId}
      className="min-w-0 scroll-mt-22 border-t border-line"
    >
      <h2 className="text-small">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => useSections.setState({ [name]: !isOpen })}
          className="flex h-header w-full items-center gap-1.5 rounded-control text-left -outline-offset-2"
        >
          <DisclosureMark isOpen={isOpen} />
          <span id={titleId} className="font-semibold">
            {title}
          </span>
          {meta !== undefined && <span className="font-normal text-fg-3">{meta}</span>}
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen} className="pb-3">
        {isOpen && children}
      </div>
    </section>
  );
}
