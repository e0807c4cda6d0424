import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { popupPanel } from './popup.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name, not visible. */
  label: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** A modal. Use panes for everything else: a modal hides the context of a decision. */
export function Dialog({ open, onOpenChange, label, initialFocus, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-bg-0/60 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          render={popupPanel}
          initialFocus={initialFocus}
          className="floating fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[min(600px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden outline-none"
        >
          <Base.Title className="sr-only">{label}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
