/** Builds the menu bar from the commands that the page registered. */

import type { BaseWindow, MenuItemConstructorOptions } from 'electron';
import { z } from 'zod';

/** Limits the menu in case of a faulty page. */
const maxCommands = 300;
const longestText = 200;

const text = z.string().min(1).max(longestText);
export const MenuCommands = z
  .array(
    z.object({
      id: text,
      title: text,
      section: text,
      shortcut: z.string().max(longestText).nullable(),
      enabled: z.boolean(),
    }),
  )
  .max(maxCommands);
export type MenuCommands = z.infer<typeof MenuCommands>;
type MenuCommand = MenuCommands[number];

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** In the focused window; on macOS there may be none. */
  readonly run: (commandId: string, window?: BaseWindow) => void;
  /** The window of the documentation has the focus: it runs no commands of the page, but finds text. */
  readonly isDocs: boolean;
  /** Folders, the latest first. */
  readonly recentWorkspaces: readonly string[];
  readonly chooseWorkspace: () => void;
  readonly openWorkspace: (folder: string) => void;
  readonly go: (window: BaseWindow | undefined, step: 'goBack' | 'goForward') => void;
  readonly showDataFolder: () => void;
  readonly showLogs: () => void;
}

/** The page's command to find text. */
export const findCommandId = 'page.find';

function itemOf(
  command: MenuCommand,
  { platform, run, isDocs }: MenuOptions,
): MenuItemConstructorOptions {
  const findsInDocs = isDocs && command.id === findCommandId;
  const accelerator = acceleratorOf(command.shortcut);
  const onMac = platform === 'darwin';
  // macOS menus always handle their shortcuts, but single letters must remain available for typing.
  const shown = accelerator !== undefined && (!onMac || accelerator.includes('+'));
  return {
    label: escaped(command.title),
    enabled: isDocs ? findsInDocs : command.enabled,
    click: (_item, window) => run(command.id, window),
    // The page handles the key. The menu only shows it. The documentation handles none.
    ...(shown ? { accelerator, registerAccelerator: findsInDocs } : {}),
  };
}

const escaped = (label: string): string => label.replaceAll('&', '&&');

function workspaceItems(options: MenuOptions): MenuItemConstructorOptions[] {
  const { recentWorkspaces, chooseWorkspace, openWorkspace } = options;
  return [
    { label: 'Open workspace…', click: chooseWorkspace },
    {
      label: 'Open recent',
      enabled: recentWorkspaces.length > 0,
      submenu: recentWorkspaces.map((folder) => ({
        label: escaped(folder),
        click: () => openWorkspace(folder),
      })),
    },
  ];
}

const edit: MenuItemConstructorOptions[] = [
  { role: 'undo' },
  { role: 'redo' },
  { type: 'separator' },
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
];

function view({ platform, isPackaged, go }: MenuOptions): MenuItemConstructorOptions[] {
  const onMac = platform === 'darwin';
  return [
    {
      label: 'Back',
      accelerator: onMac ? 'Command+[' : 'Alt+Left',
      click: (_item, window) => go(window, 'goBack'),
    },
    {
      label: 'Forward',
      accelerator: onMac ? 'Command+]' : 'Alt+Right',
      click: (_item, window) => go(window, 'goForward'),
    },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(isPackaged
      ? []
      : ([{ role: 'reload' }, { role: 'toggleDevTools' }] satisfies MenuItemConstructorOptions[])),
  ];
}

/** The page's command for its settings. */
const settingsCommandId = 'go.settings';

const macAppMenu = (run: MenuOptions['run']): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    { type: 'separator' },
    { label: 'Settings…', accelerator: 'Command+,', click: () => run(settingsCommandId) },
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ],
});

function help(options: MenuOptions): MenuItemConstructorOptions[] {
  const onMac = options.platform === 'darwin';
  return [
    { label: 'Open data folder', click: options.showDataFolder },
    { label: 'Open log folder', click: options.showLogs },
    // On macOS, it is in the app's own menu.
    ...(onMac ? [] : [{ role: 'about' as const, label: 'About Hookwright' }]),
  ];
}

/** Adds commands to a standard menu of the same name. */
function menu(
  label: string,
  commands: readonly MenuItemConstructorOptions[],
  defaults: readonly MenuItemConstructorOptions[],
): MenuItemConstructorOptions {
  const between: MenuItemConstructorOptions[] =
    commands.length > 0 && defaults.length > 0 ? [{ type: 'separator' }] : [];
  return { label, submenu: [...commands, ...between, ...defaults] };
}

export function menuTemplate(
  commands: readonly MenuCommand[],
  options: MenuOptions,
): MenuItemConstructorOptions[] {
  const onMac = options.platform === 'darwin';
  const sections = Map.groupBy(commands, ({ section }) => section);
  const itemsOf = (section: string): MenuItemConstructorOptions[] =>
    (sections.get(section) ?? []).map((command) => itemOf(command, options));
  const customSections = [...sections.keys()].filter(
    (name) => !['File', 'Edit', 'View', 'Help'].includes(name),
  );
  return [
    ...(onMac ? [macAppMenu(options.run)] : []),
    menu('File', itemsOf('File'), [
      ...workspaceItems(options),
      { type: 'separator' },
      { role: onMac ? 'close' : 'quit' },
    ]),
    menu('Edit', itemsOf('Edit'), edit),
    menu('View', itemsOf('View'), view(options)),
    ...customSections.map((name) => menu(escaped(name), itemsOf(name), [])),
    { role: 'windowMenu' },
    { ...menu('Help', itemsOf('Help'), help(options)), role: 'help' },
  ];
}

// Shortcuts of the command registry (`Mod+Shift+K`, `j`, `ArrowUp`) in Electron's format.

const modifiers: Record<string, string> = {
  Mod: 'CommandOrControl',
  Ctrl: 'Control',
  Alt: 'Alt',
  Shift: 'Shift',
  Meta: 'Super',
};

const keys: Record<string, string> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ' ': 'Space',
  '+': 'Plus',
};

/** Keys with the same name in both formats. */
const sameKey = /^(F([1-9]|1\d|2[0-4])|Enter|Escape|Backspace|Delete|Home|End|PageUp|PageDown)$/;

/** Undefined if a menu can't show the shortcut. The page still handles it. */
export function acceleratorOf(shortcut: string | null): string | undefined {
  if (shortcut === null || shortcut === '') return undefined;
  const parts = shortcut.endsWith('+')
    ? [...shortcut.slice(0, -2).split('+'), '+']
    : shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const modifierNames = parts
    .slice(0, -1)
    .filter((part) => part !== '')
    .map((part) => modifiers[part]);
  const character = /^[!-~]$/.test(key) ? key.toUpperCase() : undefined;
  const named = keys[key] ?? (sameKey.test(key) ? key : character);
  if (named === undefined || modifierNames.includes(undefined)) return undefined;
  return [...modifierNames, named].join('+');
}
