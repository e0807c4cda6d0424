import { runCommand, useCommandStore } from '#renderer/keyboard/command-store.ts';
import { type ShortcutRow, shortcutGroups } from '#renderer/keyboard/shortcut-groups.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';

export function ShortcutsSection() {
  const { everywhere } = shortcutGroups(useCommandStore((state) => state.commands));
  return (
    <>
      <p className="flex items-center gap-3 text-fg-2">
        <span className="flex-1">
          Every command is also in the palette, with its shortcut beside it. Each place adds keys of
          its own: press ? there to see them.
        </span>
        <Button shortcut="Mod+K" onClick={() => runCommand('palette.open')}>
          Open the palette
        </Button>
      </p>
      <Card title="Everywhere" padded={false}>
        <dl className="divide-y divide-line/60">
          {everywhere
            .flatMap(({ rows }) => rows)
            .map((row) => (
              <Row key={row.id} row={row} />
            ))}
        </dl>
      </Card>
    </>
  );
}

function Row({ row }: { row: ShortcutRow }) {
  return (
    <div className="flex h-8 items-center gap-3 px-3">
      <dt className="flex-1">{row.title}</dt>
      <dd className="flex gap-2 text-fg-2">
        {row.shortcuts.map((shortcut) => (
          <Kbd key={shortcut} shortcut={shortcut} />
        ))}
      </dd>
    </div>
  );
}
