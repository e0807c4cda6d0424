import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';

/** Open states in this window by name, to restore them when the user returns. */
const openStates = new Map<string, boolean>();

/** Like `useState`; with a name, the state survives unmounting. */
export function useDisclosure(name?: string, isInitiallyOpen = false) {
  const [isOpen, setOpen] = useState(
    name === undefined ? isInitiallyOpen : (openStates.get(name) ?? isInitiallyOpen),
  );
  const change = (next: boolean): void => {
    setOpen(next);
    if (name !== undefined) openStates.set(name, next);
  };
  return [isOpen, change] as const;
}

/** The arrow of everything that expands in place. */
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
  /** The clickable line. */
  title: ReactNode;
  /** Remembers whether it is open. */
  name?: string | undefined;
  /** Initial state. */
  isOpen?: boolean | undefined;
  /** Classes of the line. */
  className?: string | undefined;
  children: ReactNode;
}

/** Secondary content below a line that opens it. */
export function Disclosure({
  title,
  name,
  className,
  children,
  ...isInitiallyOpen
}: DisclosureProps) {
  const [isOpen, setOpen] = useDisclosure(name, isInitiallyOpen.isOpen);
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
