import { useRef } from 'react';
import { listedCommands, shortcutsOf, useCommandStore } from '#renderer/keyboard/command-store.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { showOverlay, useOverlay } from './palette-store.ts';

/** Every shortcut that works just now, by heading. */
export function ShortcutsSheet() {
  const open = useOverlay((state) => state.open === 'shortcuts');
  const sheet = useRef<HTMLElement>(null);
  useCommands([
    {
      id: 'shortcuts.open',
      title: 'Show keyboard shortcuts',
      section: 'View',
      shortcut: '?',
      run: () => showOverlay('shortcuts'),
    },
  ]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => showOverlay(next ? 'shortcuts' : null)}
      label="Keyboard shortcuts"
      initialFocus={sheet}
    >
      <ScrollRegion
        ref={sheet}
        label="Shortcuts by heading"
        className="min-h-0 overflow-y-auto p-4 outline-none"
      >
        <h2 className="mb-3 text-title font-semibold">Keyboard shortcuts</h2>
        <ShortcutTable />
      </ScrollRegion>
    </Dialog>
  );
}

function ShortcutTable() {
  const commands = listedCommands(useCommandStore((state) => state.commands)).filter(
    (command) => shortcutsOf(command).length > 0,
  );
  const sections = [...new Set(commands.map((command) => command.section))];
  return (
    <div className="columns-2 gap-6 max-[560px]:columns-1">
      {sections.map((section) => (
        <section key={section} aria-label={section} className="mb-4 break-inside-avoid">
          <h3 className="mb-1 text-label text-fg-3">{section}</h3>
          <dl>
            {commands
              .filter((command) => command.section === section)
              .map((command) => (
                <div key={command.id} className="flex h-7 items-center gap-2">
                  <dt className="min-w-0 flex-1 truncate">{command.title}</dt>
                  <dd className="flex gap-1.5 text-fg-2">
                    {shortcutsOf(command).map((shortcut) => (
                      <Kbd key={shortcut} shortcut={shortcut} />
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
