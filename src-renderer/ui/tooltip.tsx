import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

export interface TooltipProps {
  /** Undefined: no tooltip. */
  content: ReactNode;
  shortcut?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** The trigger; it must accept a ref and spread its props. */
  children: ReactElement;
}

/** A short text about a control, never the only source of information. */
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
