import { Popover as Base } from '@base-ui/react/popover';
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from './cx.ts';

interface PopoverProps {
  trigger: ReactElement;
  title?: string | undefined;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
  /** The command section active inside; none by default. */
  shortcutSection?: string | undefined;
}

/** A small pane anchored to a button. */
export function Popover({
  trigger,
  title,
  children,
  side = 'bottom',
  align = 'start',
  open,
  onOpenChange,
  className,
  shortcutSection,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            render={popupPanel}
            data-shortcuts={shortcutSection}
            className={cx('floating max-w-96 p-3 outline-none', className)}
          >
            {title && <Base.Title className="mb-1.5 font-semibold">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface PopupPanelProps extends ComponentProps<'div'> {
  readonly open: boolean;
}

/**
 * A popup's element. Restores the focus on closing: Base UI waits for the fade-out, which would
 * lose key presses.
 */
function PopupPanel({ open, ref, ...props }: PopupPanelProps) {
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => frame.current as HTMLDivElement, []);
  const before = useRef<Element | null>(null);
  // Not in the effect's cleanup: React restores the focus in the middle of a commit.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
    else restoreFocus(before.current, frame.current);
  }, [open]);
  return <div {...props} ref={frame} />;
}

/** For the `render` prop of a Base UI popup. */
export const popupPanel = (props: ComponentProps<'div'>, { open }: { readonly open: boolean }) => (
  <PopupPanel {...props} open={open} />
);

/** When a focused popup or panel closes, focuses the previous element, or the content. */
export function restoreFocus(before: Element | null, closing: HTMLElement | null): void {
  // Focus may have moved elsewhere in the meantime.
  if (!closing?.contains(document.activeElement)) return;
  const isConnected =
    before instanceof HTMLElement && before.isConnected && before !== document.body;
  // The contents of an inactive tab are inert and can't be focused.
  const target =
    isConnected && before.closest('[inert]') === null
      ? before
      : document.querySelector<HTMLElement>('main');
  target?.focus({ preventScroll: true });
}
