import type { ReactNode } from 'react';
import { NowProvider, type NowSource } from '#renderer/ui/time.tsx';

/** The fixed time of the gallery: 2026-11-20 09:00 UTC. */
export const now = Date.UTC(2026, 10, 20, 9);
const stillNow: NowSource = { get: () => now, subscribe: () => () => undefined };

export const longText =
  'A very long name that does not fit into any control of the interface at any usual width';

export const doNothing = (): void => undefined;

interface SpecimenProps {
  /** Name of the state. */
  readonly of: string;
  /** A state that needs a pointer or the keyboard. */
  readonly forced?: 'hover' | 'active' | 'focus' | undefined;
  readonly children: ReactNode;
}

/** One primitive in one state, with the name of the state. */
export function Specimen({ of, forced, children }: SpecimenProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-label text-fg-3">{of}</span>
      <div data-forced={forced} className="flex min-w-0 flex-wrap items-center gap-2">
        {children}
      </div>
    </div>
  );
}

/** All states that need a pointer or the keyboard, one after another. */
export function Touched({ children }: { children: ReactNode }) {
  return (['hover', 'active', 'focus'] as const).map((state) => (
    <Specimen key={state} of={state} forced={state}>
      {children}
    </Specimen>
  ));
}

/** Narrow specimens side by side, or wide ones stacked. */
export function Specimens({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div
      className={
        wide ? 'flex min-w-0 flex-col gap-3' : 'flex min-w-0 flex-wrap items-start gap-x-4 gap-y-3'
      }
    >
      {children}
    </div>
  );
}

export interface Section {
  /** Used in the URL and as the name of its picture. */
  readonly id: string;
  readonly title: string;
  readonly Content: () => ReactNode;
}

/** A section in both themes side by side, since problems often affect only one. */
export function SectionView({ section }: { section: Section }) {
  const { id, title, Content } = section;
  return (
    <section id={id} aria-label={title} className="flex flex-col gap-2">
      <h2 className="px-4 pt-2 font-semibold">{title}</h2>
      <div className="grid grid-cols-2 gap-px">
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            className="min-w-0 bg-bg-1 p-4 text-fg"
            style={{ colorScheme: theme }}
            data-section-theme={theme}
          >
            <NowProvider source={stillNow}>
              <Content />
            </NowProvider>
          </div>
        ))}
      </div>
    </section>
  );
}
