import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

export interface TooltipProps {
  /** Undefined while there is nothing to say. */
  content: ReactNode;
  shortcut?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** The element it explains; it must take a ref and pass its props on. */
  children: ReactElement;
}

/** A word or a sentence about a control. Never the only place where something is said. */
export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root disabled={content === undefined}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="floating flex max-w-80 items-center gap-2 px-2 py-1 text-small">
            <span>{content}</span>
            {shortcut && <Kbd shortcut={shortcut} className="text-fg-2" />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
