import { useEffect, useRef } from 'react';
import { type Command, shortcutsOf, useCommandStore } from './command-store.ts';

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
