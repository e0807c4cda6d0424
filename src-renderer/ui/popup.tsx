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
  /** The section of commands whose keys work within it; none without. */
  shortcutSection?: string | undefined;
}

/** A small pane beside its button, for what is too much for a tooltip and too little for a page. */
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
 * The element of a popup. What had the focus before gets it back in the moment of closing: Base UI
 * waits until the popup has faded, and the keys that are pressed meanwhile would be lost in it.
 */
function PopupPanel({ open, ref, ...props }: PopupPanelProps) {
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => frame.current as HTMLDivElement, []);
  const before = useRef<Element | null>(null);
  // Not when the effect is left: that is in the middle of a commit, and React puts the focus back.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
    else giveFocusBack(before.current, frame.current);
  }, [open]);
  return <div {...props} ref={frame} />;
}

/** For the `render` of a popup of Base UI. */
export const popupPanel = (props: ComponentProps<'div'>, { open }: { readonly open: boolean }) => (
  <PopupPanel {...props} open={open} />
);

/** When a popup or panel goes that has the focus: to what had it before, else to the content. */
export function giveFocusBack(before: Element | null, closing: HTMLElement | null): void {
  // Whoever has gone elsewhere stays there.
  if (!closing?.contains(document.activeElement)) return;
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  // What goes with a tab that is left is inert, and takes no focus.
  const place =
    isThere && before.closest('[inert]') === null
      ? before
      : document.querySelector<HTMLElement>('main');
  place?.focus({ preventScroll: true });
}
