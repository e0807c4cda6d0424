import { useRef } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { useCommandStore } from '#renderer/kit/keyboard/commands.ts';
import { useSingleLetterShortcuts } from '#renderer/kit/keyboard/shortcut.ts';
import { type ShortcutGroup, shortcutGroups } from '#renderer/kit/keyboard/shortcut-groups.ts';
import { DocsLinks } from '#renderer/kit/learn-more.tsx';
import { showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { TextButton } from '#renderer/ui/button.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Dialog } from '#renderer/ui/popup.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';

/** All active shortcuts by heading: those of the page first, then global ones. */
export function ShortcutsSheet() {
  const open = useOverlay((state) => state.open === 'shortcuts');
  const page = useRoute(({ route }) => route.page);
  const sheet = useRef<HTMLElement>(null);
  useActions('View', [
    {
      id: 'shortcuts.open',
      title: 'Show keyboard shortcuts',
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
        className="scroll-edges min-h-0 overflow-y-auto p-4 outline-none"
      >
        <header className="mb-3 flex items-baseline justify-between gap-4">
          <h2 className="text-title font-semibold">Keyboard shortcuts</h2>
          <DocsLinks page={page} />
        </header>
        <ShortcutTable />
      </ScrollRegion>
    </Dialog>
  );
}

function openSetting(): void {
  showOverlay(null);
  navigate({ page: 'settings', path: ['shortcuts'] });
}

function ShortcutTable() {
  const { everywhere, here } = shortcutGroups(useCommandStore((state) => state.commands));
  const { isOn } = useSingleLetterShortcuts();
  return (
    <>
      {!isOn && (
        <p className="mb-3 text-fg-2">
          Single-letter shortcuts are off.{' '}
          <TextButton onClick={openSetting}>Turn them on in Settings</TextButton>
        </p>
      )}
      <Groups title="This page" groups={here} />
      <Groups title="All pages" groups={everywhere} />
    </>
  );
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly ShortcutGroup[];
}

function Groups({ title, groups }: GroupsProps) {
  if (groups.length === 0) return null;
  return (
    <>
      <h3 className="mb-2 border-b border-line pb-1 font-semibold">{title}</h3>
      <div className="mb-2 columns-2 gap-6 max-sm:columns-1">
        {groups.map(({ name, rows }) => (
          <section key={name} aria-label={name} className="mb-4 break-inside-avoid">
            <h4 className="mb-1 text-label text-fg-3">{name}</h4>
            <dl>
              {rows.map((row) => (
                <div key={row.id} className="flex h-7 items-center gap-2">
                  <dt className="min-w-0 flex-1 truncate" title={row.title}>
                    {row.title}
                  </dt>
                  <dd className="flex gap-1.5 text-fg-2">
                    {row.shortcuts.map((shortcut) => (
                      <Kbd key={shortcut} shortcut={shortcut} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
