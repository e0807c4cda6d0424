/** Runs `hookwright deliveries` until it ends. */

import { project } from './run-cli.ts';
import { type EndedCommand, runCommand } from './run-command.ts';

interface Given {
  readonly env?: Readonly<Record<string, string>>;
}

export const runDeliveries = (
  args: readonly string[],
  { env = {} }: Given = {},
): Promise<EndedCommand> => runCommand(project, ['deliveries', ...args], env);
