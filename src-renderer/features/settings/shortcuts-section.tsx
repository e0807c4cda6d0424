import {
  type Command,
  listedCommands,
  runCommand,
  shortcutsOf,
  useCommandStore,
} from '#renderer/keyboard/command-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';

export function ShortcutsSection() {
  const commands = listedCommands(useCommandStore((state) => state.commands)).filter(
    (command) => shortcutsOf(command).length > 0,
  );
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
          {commands.map((command) => (
            <Row key={command.id} command={command} />
          ))}
        </dl>
      </Card>
    </>
  );
}

function Row({ command }: { command: Command }) {
  return (
    <div className="flex h-8 items-center gap-3 px-3">
      <dt className="flex-1">{command.title}</dt>
      <dd className="flex gap-2 text-fg-2">
        {shortcutsOf(command).map((shortcut) => (
          <Kbd key={shortcut} shortcut={shortcut} />
        ))}
      </dd>
    </div>
  );
}
