import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Command,
  listedCommands,
  runCommand,
  useCommandStore,
} from '#renderer/kit/keyboard/commands.ts';

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  section: 'Test',
  run: vi.fn(),
  ...more,
});
const { register } = useCommandStore.getState();

afterEach(() => useCommandStore.setState({ commands: [] }));

describe('the command registry', () => {
  it('runs the latest command of a name, and the earlier one after its removal', () => {
    const page = command('delivery.retry');
    const pane = command('delivery.retry');
    register([page]);
    const unregister = register([pane]);
    runCommand('delivery.retry');
    unregister();
    runCommand('delivery.retry');
    expect(pane.run).toHaveBeenCalledTimes(1);
    expect(page.run).toHaveBeenCalledTimes(1);
  });

  it('does not run disabled or unknown commands and returns false', () => {
    const disabled = command('a', { enabled: () => false });
    register([disabled]);
    expect(runCommand('a')).toBe(false);
    expect(runCommand('unknown')).toBe(false);
    expect(disabled.run).not.toHaveBeenCalled();
  });

  it('lists each enabled command once and omits hidden ones', () => {
    const commands = [
      command('a'),
      command('b', { hidden: true }),
      command('c', { enabled: () => false }),
      command('a', { title: 'newer' }),
    ];
    expect(listedCommands(commands).map(({ title }) => title)).toEqual(['newer']);
  });
});
