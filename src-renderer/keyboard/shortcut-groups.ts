/** Shortcuts under their headings, always in the same order. Pure. */
import { type Command, listedCommands, shortcutsOf } from './commands.ts';

export interface ShortcutRow {
  readonly id: string;
  readonly title: string;
  readonly shortcuts: readonly string[];
}

export interface ShortcutGroup {
  readonly name: string;
  readonly rows: readonly ShortcutRow[];
}

/** Of commands that no page has to be open for. */
const everywhere = ['Go', 'View', 'Clock', 'Alerts', 'Help'];

/** From the list to what is open in it; pages without a name here follow by the alphabet. */
const here = ['List', 'Delivery', 'Timeline', 'Compare', 'Edit & resend', 'Bulk actions'];

/** Keys that are no commands: they are a widget's own while it has the focus. */
const widgetKeys: Readonly<
  Record<string, { readonly name: string; readonly rows: ShortcutRow[] }>
> = {
  Timeline: {
    name: 'On the timeline',
    rows: [
      row('timeline.along', 'Along a lane', ['ArrowLeft', 'ArrowRight']),
      row('timeline.across', 'From lane to lane', ['ArrowUp', 'ArrowDown']),
      row('timeline.ends', 'First and last of a lane', ['Home', 'End']),
      row('timeline.pan', 'Move the axis', ['Shift+ArrowLeft', 'Shift+ArrowRight']),
      row('timeline.choose', 'Show the attempt', ['Enter']),
    ],
  },
  Overview: {
    name: 'On a plot',
    rows: [
      row('plot.along', 'Along the time', ['ArrowLeft', 'ArrowRight']),
      row('plot.across', 'From part to part', ['ArrowUp', 'ArrowDown']),
      row('plot.ends', 'Oldest and newest', ['Home', 'End']),
      row('plot.open', 'See these deliveries', ['Enter']),
    ],
  },
};

function row(id: string, title: string, shortcuts: readonly string[]): ShortcutRow {
  return { id, title, shortcuts };
}

function groupOf(name: string, commands: readonly Command[]): readonly ShortcutGroup[] {
  const rows = commands
    .filter((command) => command.section === name && shortcutsOf(command).length > 0)
    .map((command) => row(command.id, command.title, shortcutsOf(command)));
  const widget = widgetKeys[name];
  return [
    ...(rows.length === 0 ? [] : [{ name, rows }]),
    ...(widget === undefined ? [] : [widget]),
  ];
}

/** What works just now: in every page, and in this one only. */
export function shortcutGroups(commands: readonly Command[]): {
  readonly everywhere: readonly ShortcutGroup[];
  readonly here: readonly ShortcutGroup[];
} {
  const listed = listedCommands(commands);
  const present = [...new Set(listed.map(({ section }) => section))];
  const others = present
    .filter((name) => !everywhere.includes(name) && !here.includes(name))
    .toSorted();
  const groups = (names: readonly string[]) =>
    names.filter((name) => present.includes(name)).flatMap((name) => groupOf(name, listed));
  return { everywhere: groups(everywhere), here: groups([...here, ...others]) };
}
