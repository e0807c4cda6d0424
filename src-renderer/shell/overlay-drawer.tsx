import { type ReactNode, type RefObject, useEffect } from 'react';
import { showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { Drawer } from '#renderer/ui/popup.tsx';

interface OverlayDrawerProps {
  readonly name: 'send' | 'verify';
  /** Accessible name. */
  readonly label: string;
  /** The section of its commands: no key reaches an action of the place behind it. */
  readonly section: string;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A drawer over the place that is open. */
export function OverlayDrawer({ name, section, ...rest }: OverlayDrawerProps) {
  const isOpen = useOverlay(({ open }) => open === name);
  useCloseOnRoute(isOpen);
  return (
    <Drawer
      {...rest}
      open={isOpen}
      onOpenChange={(next) => showOverlay(next ? name : null)}
      shortcutSection={section}
    />
  );
}

/** Whatever leads to another place closes it. */
function useCloseOnRoute(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    return useRoute.subscribe(() => {
      document.querySelector('main')?.focus();
      showOverlay(null);
    });
  }, [isOpen]);
}
