import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Popover as BasePopover } from '@base-ui/react/popover';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';

interface PopoverProps {
  trigger?: ReactElement | undefined;
  /** What it is beside if it has no trigger, such as the button of a menu. */
  anchor?: RefObject<HTMLElement | null> | undefined;
  title?: string | undefined;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
  /** The command section active inside; none by default. */
  shortcutSection?: string | undefined;
}

/** A small pane beside a button. */
export function Popover({
  trigger,
  anchor,
  title,
  children,
  align = 'start',
  open,
  onOpenChange,
  className,
  shortcutSection,
}: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <BasePopover.Trigger render={trigger} />}
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <BasePopover.Popup
            render={popupPanel}
            data-shortcuts={shortcutSection}
            className={cx('floating max-w-96 p-3 outline-none', className)}
          >
            {title && (
              <BasePopover.Title className="mb-1.5 font-semibold">{title}</BasePopover.Title>
            )}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
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

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name, not visible. */
  label: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** For code. */
  isWide?: boolean;
  children: ReactNode;
}

const isInPortal = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('[data-base-ui-portal]') !== null;

/** A field of a place that is still loading must not take the focus from a modal over it. */
function useKeptFocus(open: boolean): void {
  // Ends before what replaces the modal takes the focus.
  useLayoutEffect(() => {
    if (!open) return;
    const keep = ({ target, relatedTarget }: FocusEvent): void => {
      if (isInPortal(relatedTarget) && !isInPortal(target)) relatedTarget.focus();
    };
    document.addEventListener('focusin', keep);
    return () => document.removeEventListener('focusin', keep);
  }, [open]);
}

/** A modal. Use panes for everything else: a modal hides the context of a decision. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, label, initialFocus, isWide = false, children } = props;
  useKeptFocus(open);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          render={popupPanel}
          initialFocus={initialFocus}
          // No command of the place behind it has this section.
          data-shortcuts={label}
          className={cx(
            'floating fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col overflow-hidden outline-none',
            isWide ? 'w-[760px]' : 'w-[600px]',
          )}
        >
          <BaseDialog.Title className="sr-only">{label}</BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface DrawerProps extends Omit<DialogProps, 'isWide'> {
  /** The command section active inside, besides global commands. */
  shortcutSection: string;
}

/** A modal beside the place that it works on: below the top bar, at the right edge. */
export function Drawer(props: DrawerProps) {
  const { open, onOpenChange, label, initialFocus, shortcutSection, children } = props;
  useKeptFocus(open);
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        // Escape closed something inside, such as suggestions of an editor.
        if (details.event.defaultPrevented) details.cancel();
        else onOpenChange(next);
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 top-12 left-21 z-40 bg-scrim transition-opacity duration-(--motion-slow) data-ending-style:opacity-0 data-starting-style:opacity-0 max-lg:left-18" />
        <BaseDialog.Popup
          render={popupPanel}
          initialFocus={initialFocus}
          data-shortcuts={shortcutSection}
          className="fixed top-12 right-0 bottom-0 z-40 flex w-[min(848px,calc(100vw-72px))] flex-col border-l border-line-2 max-md:w-screen bg-bg-1 shadow-float outline-none transition-transform duration-(--motion-slow) ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full"
        >
          <BaseDialog.Title className="sr-only">{label}</BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

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
  const actions = useRef<BaseTooltip.Root.Actions>(null);
  return (
    <BaseTooltip.Root
      disabled={content === undefined}
      actionsRef={actions}
      onOpenChange={(_, details) => {
        if (details.reason !== 'escape-key') return;
        // Base UI would swallow the key, which is meant for what the control is in.
        details.cancel();
        details.allowPropagation();
        actions.current?.close();
      }}
    >
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <BaseTooltip.Popup className="floating flex max-w-80 items-center gap-2 px-2 py-1 text-small">
            <span>{content}</span>
            {shortcut && <Kbd shortcut={shortcut} className="text-fg-2" />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
