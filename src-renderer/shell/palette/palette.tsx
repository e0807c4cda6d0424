import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { lazyComponent, usePreload } from '#renderer/kit/loading.tsx';
import { setQuery, showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import { Dialog } from '#renderer/ui/popup.tsx';

const PaletteBody = lazyComponent(async () => (await import('./palette-body.tsx')).PaletteBody);

/** Finds commands, named entities and deliveries. */
export function Palette() {
  const open = useOverlay((state) => state.open === 'palette');
  const openings = useOverlay((state) => state.openings);
  const input = useRef<HTMLInputElement>(null);
  useActions('View', [
    {
      id: 'palette.open',
      title: 'Open command palette',
      shortcut: 'Mod+K',
      run: () => showOverlay(open ? null : 'palette'),
    },
  ]);
  usePreload(PaletteBody);
  useEarlyTyping(open, input);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => showOverlay(next ? 'palette' : null)}
      label="Command palette"
      initialFocus={input}
    >
      <PaletteBody key={openings} inputRef={input} />
    </Dialog>
  );
}

/** Until the input has the focus, what is typed goes to it, and not to the shortcuts of the page. */
function useEarlyTyping(open: boolean, input: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    if (!open) return;
    const type = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      if (!isPlain || document.activeElement === input.current || event.key === 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Enter') useOverlay.setState({ isEntered: true });
      else if (event.key.length === 1) setQuery(useOverlay.getState().query + event.key);
    };
    window.addEventListener('keydown', type, true);
    return () => window.removeEventListener('keydown', type, true);
  }, [open, input]);
}
