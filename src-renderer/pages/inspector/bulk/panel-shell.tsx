import { X } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { restoreFocus } from '#renderer/ui/popup.tsx';

interface PanelShellProps {
  readonly title: ReactNode;
  /** Undefined while the panel can't be closed. */
  readonly onClose?: (() => void) | undefined;
  readonly focusRef?: Ref<HTMLElement> | undefined;
  readonly children: ReactNode;
  /** Buttons that stay visible while the panel scrolls. */
  readonly actions?: ReactNode;
}

/** Panel below the filter, over its list, which keeps its place. */
export function PanelShell({ title, onClose, focusRef, children, actions }: PanelShellProps) {
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  useImperativeHandle(focusRef, () => frame.current as HTMLElement, []);
  useLayoutEffect(() => {
    const [before, panel] = [document.activeElement, frame.current];
    return () => restoreFocus(before, panel);
  }, []);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="absolute inset-x-2.5 top-0 flex max-h-[60dvh] short:fixed short:inset-2.5 short:max-h-none flex-col gap-2 overflow-hidden rounded-card border border-line-2 bg-bg-2 py-3 shadow-float -outline-offset-1"
    >
      <div className="flex flex-none items-start gap-2 px-3">
        <h2 id={titleId} className="min-w-0 flex-1 font-semibold tabular-nums">
          {title}
        </h2>
        {onClose !== undefined && (
          <IconButton
            size="small"
            icon={X}
            label="Close"
            shortcut="Escape"
            onClick={onClose}
            className="-my-0.5"
          />
        )}
      </div>
      <div className="-my-0.5 flex min-h-0 flex-col gap-2 overflow-y-auto px-3 py-0.5">
        {children}
      </div>
      {actions && <div className="flex flex-none flex-wrap gap-2 px-3">{actions}</div>}
    </section>
  );
}
