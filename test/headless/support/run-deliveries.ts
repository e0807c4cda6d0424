/** Runs `hookwright deliveries` until it ends. */

import { project, startCli } from './run-cli.ts';
import { type EndedCommand, runCommand } from './run-command.ts';

interface Given {
  /** Text for stdin. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** With input, in a process of its own. */
export async function runDeliveries(
  args: readonly string[],
  { input = '', env = {} }: Given = {},
): Promise<EndedCommand> {
  const all = ['deliveries', ...args];
  if (input === '') return runCommand(project, all, env);
  const { child, ended } = startCli(project, all, env, 'pipe');
  child.stdin?.end(input);
  return ended;
}
