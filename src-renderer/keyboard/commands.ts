import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Something the user can do, named once: menu, palette, shortcut and button all run this. */
export interface Command {
  /** Dotted and stable, such as `delivery.retry`. */
  id: string;
  title: string;
  /** The heading it stands under in the palette. */
  section: string;
  /** One shortcut or several; the first is the one shown. */
  shortcut?: string | readonly string[] | undefined;
  /** Asked at the moment of use; a command that says no is skipped and not listed. */
  enabled?: (() => boolean) | undefined;
  /** Works, but is not listed: steps such as "next row", which only make sense as a key. */
  hidden?: boolean | undefined;
  run: () => void;
}

interface CommandState {
  /** Oldest first: where two share an id or a shortcut, the one registered last wins. */
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

export function shortcutsOf(command: Command): readonly string[] {
  if (command.shortcut === undefined) return [];
  return typeof command.shortcut === 'string' ? [command.shortcut] : command.shortcut;
}

/** Runs the command of that name, if it is there and enabled, and says whether it did. */
export function runCommand(id: string): boolean {
  const command = useCommandStore.getState().commands.findLast((one) => one.id === id);
  if (!command || !isEnabled(command)) return false;
  command.run();
  return true;
}

/** What the palette lists: enabled, not hidden, one per id, in the order of registration. */
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
 * Registers commands for as long as the component is mounted. `run` and `enabled` always are those
 * of the latest render, so they may close over props and state freely.
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const register = useCommandStore((state) => state.register);
  const currentShape = shape(commands);

  useEffect(() => {
    // Named here so that a changed title or shortcut registers anew.
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

export function useCommand(command: Command): void {
  useCommands([command]);
}

/** The shortcut to show beside a button that runs this command. */
export function useShortcutOf(commandId: string): string | undefined {
  return useCommandStore((state) => {
    const command = state.commands.findLast((one) => one.id === commandId);
    return command && shortcutsOf(command)[0];
  });
}
