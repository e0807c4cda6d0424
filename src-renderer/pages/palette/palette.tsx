import { useRef } from 'react';
import { lazyComponent, usePreload } from '#renderer/components/lazy-component.tsx';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { showOverlay, useOverlay } from './palette-store.ts';

const PaletteBody = lazyComponent(async () => (await import('./palette-body.tsx')).PaletteBody);

/** Finds commands, named entities and deliveries. */
export function Palette() {
  const open = useOverlay((state) => state.open === 'palette');
  const openings = useOverlay((state) => state.openings);
  const input = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'palette.open',
      title: 'Open command palette',
      section: 'View',
      shortcut: 'Mod+K',
      run: () => showOverlay(open ? null : 'palette'),
    },
  ]);
  usePreload(PaletteBody);
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
