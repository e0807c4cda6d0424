import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';

/** What is open in this window, by name, so that it is still open when the user returns. */
const opened = new Map<string, boolean>();

/** Like `useState`; a name keeps the state after the component is gone. */
export function useOpened(name?: string, atFirst = false) {
  const [isOpen, setOpen] = useState(name === undefined ? atFirst : (opened.get(name) ?? atFirst));
  const change = (next: boolean): void => {
    setOpen(next);
    if (name !== undefined) opened.set(name, next);
  };
  return [isOpen, change] as const;
}

/** Marks everything that opens in place. */
export function DisclosureMark({ isOpen, className }: { isOpen: boolean; className?: string }) {
  return (
    <ChevronRight
      className={cx('icon-small text-fg-3 transition-transform', isOpen && 'rotate-90', className)}
      strokeWidth={1.5}
      aria-hidden="true"
    />
  );
}

interface DisclosureProps {
  /** The line that opens it. */
  title: ReactNode;
  /** Remembers whether it is open. */
  name?: string | undefined;
  /** At first. */
  isOpen?: boolean | undefined;
  /** Of the line. */
  className?: string | undefined;
  children: ReactNode;
}

/** Secondary content below a line that opens it. */
export function Disclosure({ title, name, className, children, ...atFirst }: DisclosureProps) {
  const [isOpen, setOpen] = useOpened(name, atFirst.isOpen);
  const bodyId = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen(!isOpen)}
        className={cx('flex items-center gap-1.5 text-left', className)}
      >
        <DisclosureMark isOpen={isOpen} />
        <span className="min-w-0">{title}</span>
      </button>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  );
}
