/** Shortcuts under their headings, in a fixed order. Pure. */
import { type Command, globalSections, listedCommands, shortcutsOf } from './commands.ts';

export interface ShortcutRow {
  readonly id: string;
  readonly title: string;
  readonly shortcuts: readonly string[];
}

export interface ShortcutGroup {
  readonly name: string;
  readonly rows: readonly ShortcutRow[];
}

/** Sections of pages in display order; others follow alphabetically. */
const pageSections = [
  'List',
  'Delivery',
  'Timeline',
  'Compare',
  'Edit and send a copy',
  'Bulk actions',
];

/** Keys of a focused widget, which are not commands. */
const widgetKeys: Readonly<
  Record<string, { readonly name: string; readonly rows: ShortcutRow[] }>
> = {
  Timeline: {
    name: 'On the timeline',
    rows: [
      row('timeline.along', 'Previous or next attempt', ['ArrowLeft', 'ArrowRight']),
      row('timeline.across', 'Previous or next URL', ['ArrowUp', 'ArrowDown']),
      row('timeline.ends', 'First or last attempt', ['Home', 'End']),
      row('timeline.pan', 'Pan', ['Shift+ArrowLeft', 'Shift+ArrowRight']),
      row('timeline.choose', 'Show attempt', ['Enter']),
    ],
  },
  Activity: {
    name: 'On a plot',
    rows: [
      row('plot.along', 'Move through time', ['ArrowLeft', 'ArrowRight']),
      row('plot.extend', 'Select several times', ['Shift+ArrowLeft', 'Shift+ArrowRight']),
      row('plot.ends', 'Oldest or newest', ['Home', 'End']),
      row('plot.open', 'Show deliveries', ['Enter']),
      row('plot.clear', 'Show all', ['Escape']),
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

/** Active shortcuts: global ones, and those of this page. */
export function shortcutGroups(commands: readonly Command[]): {
  readonly everywhere: readonly ShortcutGroup[];
  readonly here: readonly ShortcutGroup[];
} {
  const listed = listedCommands(commands);
  const present = [...new Set(listed.map(({ section }) => section))];
  const otherSections = present
    .filter((name) => !globalSections.includes(name) && !pageSections.includes(name))
    .toSorted();
  const groups = (names: readonly string[]) =>
    names.filter((name) => present.includes(name)).flatMap((name) => groupOf(name, listed));
  return { everywhere: groups(globalSections), here: groups([...pageSections, ...otherSections]) };
}
