/** The command `hookwright mcp` with its options. */
import { type Command, Option } from 'commander';
import { accessLevels } from '#main/hosts/mcp/access-level.ts';
import { reportErrors } from '../command-error.ts';
import { addAddressOptions } from '../host.ts';
import type { McpCommandOptions } from './run-mcp.ts';

export function addMcp(program: Command, version: string): void {
  const command = program
    .command('mcp')
    .description('Give an agent tools over stdio (Model Context Protocol).')
    .exitOverride();
  addAddressOptions(command)
    .addOption(new Option('--token <t>', 'access token').conflicts('tokenFile'))
    .addOption(
      new Option('--allow <level>', 'what the agent may do; each level includes the previous ones')
        .choices(accessLevels)
        .default('read'),
    )
    .addHelpText(
      'after',
      `
Levels:
  read    inspect and explain, but not send or change anything
  write   also send, retry, set the clock, change destinations and mock endpoints, save and run scenarios
  delete  also delete

Connects to a running Hookwright, or starts one that stops when the session ends.
A running headless host also serves the tools over HTTP, at /mcp with the access token.`,
    )
    .action(
      reportErrors(async (options: McpCommandOptions) => {
        // Loaded here, because other commands don't need it.
        const { runMcp } = await import('./run-mcp.ts');
        await runMcp(options, version);
      }),
    );
}
