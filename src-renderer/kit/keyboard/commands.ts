import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { isUsableShortcut, matchesShortcut, typesSymbol, typesText } from './shortcut.ts';

/** What a key, the palette and the native menu can run. With a button or a menu item, it is an `Action`. */
export interface Command {
  /** Dotted and stable, such as `delivery.retry`. */
  id: string;
  title: string;
  /** Heading in the palette. */
  section: string;
  /** Other words that find it in the palette. */
  keywords?: readonly string[] | undefined;
  /** The first shortcut is displayed. */
  shortcut?: string | readonly string[] | undefined;
  /** Evaluated on use; a disabled command is skipped and not listed. */
  enabled?: (() => boolean) | undefined;
  /** Not listed: actions that only make sense as a key here. */
  hidden?: boolean | undefined;
  /** Listed with the shortcuts, but not in the palette. */
  isKeyOnly?: boolean | undefined;
  /** Deletes or stops something: never the preselected entry of the palette. */
  danger?: boolean | undefined;
  run: () => void;
}

interface CommandState {
  /** Oldest first: the latest registration of an ID or shortcut wins. */
  commands: readonly Command[];
  register: (commands: readonly Command[]) => () => void;
}

export const useCommandStore = create<CommandState>()((set) => ({
  commands: [],
  register: (added) => {
    set((state) => ({ commands: [...state.commands, ...added] }));
    return () =>
      set((state) => ({ commands: state.commands.filter((command) => !added.includes(command)) }));
  },
}));

export function isEnabled(command: Command): boolean {
  return command.enabled?.() ?? true;
}

/** Those that can be used. */
export function shortcutsOf({ shortcut = [] }: Pick<Command, 'shortcut'>): readonly string[] {
  return [shortcut].flat().filter(isUsableShortcut);
}

/** Runs a command if it is enabled; returns whether it did. */
export function runCommand(id: string): boolean {
  const command = useCommandStore.getState().commands.findLast((command) => command.id === id);
  if (!command || !isEnabled(command)) return false;
  command.run();
  return true;
}

/** Commands in the palette: enabled, not hidden, one per ID, in order of registration. */
export function listedCommands(commands: readonly Command[]): Command[] {
  const byId = new Map(commands.map((command) => [command.id, command]));
  return [...byId.values()].filter((command) => !command.hidden && isEnabled(command));
}

function shape(commands: readonly Command[]): string {
  return JSON.stringify(
    commands.map(({ id, title, section, hidden, shortcut }) => [
      id,
      title,
      section,
      hidden,
      shortcut,
    ]),
  );
}

/**
 * Registers commands while the component is mounted. `run` and `enabled` are always those of the
 * latest render, so they may close over props and state.
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const register = useCommandStore((state) => state.register);
  const currentShape = shape(commands);

  useEffect(() => {
    // A changed title or shortcut registers again.
    void currentShape;
    return register(
      latest.current.map((command, index) => ({
        ...command,
        enabled: () => latest.current[index]?.enabled?.() ?? true,
        run: () => latest.current[index]?.run(),
      })),
    );
  }, [currentShape, register]);
}

/** The shortcut to show on a button for this command. */
export function useShortcutOf(commandId: string): string | undefined {
  return useCommandStore((state) => {
    const command = state.commands.findLast((command) => command.id === commandId);
    return command && shortcutsOf(command)[0];
  });
}

/** Sections of global commands. */
export const globalSections = ['Go', 'View', 'Clock', 'Alerts', 'Help'];

/**
 * Elements where letters type text or search within a widget. Closing popups don't count, even while they still have the
 * focus.
 */
const takesLetters =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"]:not([data-closed]), [role="listbox"]:not([data-shortcuts], [data-closed]), [role="dialog"]:not([data-shortcuts], [data-closed]), [role="combobox"]';

/** Enter, Space and arrows belong to a focused widget that handles them. */
const takesKeys =
  'button, a[href], summary, [role="tab"], [role="slider"], [role="separator"], [role="radio"], [role="switch"], [role="treeitem"]';
const widgetKeys = /^(Enter| |Arrow.*|Home|End|PageUp|PageDown)$/;

/** `data-shortcuts` may name the only section whose letter commands run inside: `Clock`. */
function belongsToOtherSection(target: Element, { section }: Command): boolean {
  const onlySection = target.closest('[data-shortcuts]')?.getAttribute('data-shortcuts');
  return Boolean(onlySection) && onlySection !== section;
}

function belongsToFocus(event: KeyboardEvent, command: Command, shortcut: string): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  const isPlain = (!event.ctrlKey && !event.metaKey && !event.altKey) || typesSymbol(event);
  if (isPlain && (target.closest(takesLetters) || belongsToOtherSection(target, command))) {
    return typesText(shortcut) || widgetKeys.test(event.key) || event.key === 'Backspace';
  }
  // What is in front of the place keeps keys such as Ctrl+Enter from actions that send behind it.
  if (!isPlain && belongsToOtherSection(target, command))
    return !globalSections.includes(command.section);
  return isPlain && widgetKeys.test(event.key) && target.closest(takesKeys) !== null;
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const command = useCommandStore
    .getState()
    .commands.findLast(
      (command) =>
        shortcutsOf(command).some(
          (shortcut) =>
            matchesShortcut(event, shortcut) && !belongsToFocus(event, command, shortcut),
        ) && isEnabled(command),
    );
  if (!command) return;
  event.preventDefault();
  command.run();
}

/** Listens on the window; returns a function that stops it. */
export function listenForShortcuts(): () => void {
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}
