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

/** Those that work in their place only, and so are not registered while this is on the screen. */
const inTheInspector: readonly (readonly [string, readonly string[]])[] = [
  ['Next and previous row', ['j', 'k']],
  ['First and last row', ['Home', 'End']],
  ['Close the detail', ['Escape']],
  ['Filter deliveries', ['Mod+F']],
  ['Retry the open delivery', ['r']],
  ['Copy the request as cURL', ['c']],
  ['Follow what is newest', ['l']],
];

export function ShortcutsSection() {
  const commands = listedCommands(useCommandStore((state) => state.commands)).filter(
    (command) => shortcutsOf(command).length > 0,
  );
  return (
    <>
      <p className="flex items-center gap-3 text-fg-2">
        <span className="flex-1">
          Every command is also in the palette, under its name, with its shortcut beside it.
        </span>
        <Button shortcut="Mod+K" onClick={() => runCommand('palette.open')}>
          Open the palette
        </Button>
      </p>
      <Card title="Everywhere" padded={false}>
        <Rows rows={commands.map(rowOf)} />
      </Card>
      <Card title="In the Inspector" padded={false}>
        <Rows rows={inTheInspector} />
      </Card>
    </>
  );
}

function rowOf(command: Command): readonly [string, readonly string[]] {
  return [command.title, shortcutsOf(command)];
}

function Rows({ rows }: { rows: readonly (readonly [string, readonly string[]])[] }) {
  return (
    <dl className="divide-y divide-line/60">
      {rows.map(([title, shortcuts]) => (
        <div key={title} className="flex h-8 items-center gap-3 px-3">
          <dt className="flex-1">{title}</dt>
          <dd className="flex gap-2 text-fg-2">
            {shortcuts.map((shortcut) => (
              <Kbd key={shortcut} shortcut={shortcut} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
