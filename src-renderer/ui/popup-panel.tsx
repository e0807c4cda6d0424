import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { giveFocusBack } from './give-focus-back.ts';

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
