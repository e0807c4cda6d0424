/** Every command. */
import { Command } from 'commander';
import { printError } from '#main/hosts/headless/print.ts';
import { addExamples } from './examples.ts';

type AddCommand = (program: Command, version: string) => void;

/** In the order of the help. Loading one takes less time than loading all. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./serve-command.ts')).addServe,
  certify: async () => (await import('./certify/certify-command.ts')).addCertify,
  api: async () => (await import('./api/api-command.ts')).addApi,
  run: async () => (await import('./scenarios/run-command.ts')).addRun,
  explore: async () => (await import('./explore/explore-command.ts')).addExplore,
  scenarios: async () => (await import('./scenarios/scenarios-command.ts')).addScenarios,
  mcp: async () => (await import('./mcp/mcp-command.ts')).addMcp,
};

/** Only a suggestion is on a line of its own: arguments are shown in one line, also with line breaks. */
function usageLines(text: string): readonly string[] {
  const [, problem = '', suggestion] =
    /^(?:error: )?(.*?)(?:\n(\(Did you mean [^\n]*\?\)))?\n?$/s.exec(text) ?? [];
  return suggestion === undefined ? [problem] : [problem, suggestion];
}

/** Usage errors end with the help command to run. */
function pointToHelp(command: Command, group = ''): void {
  const path = `${group}${command.name()}`;
  command.showHelpAfterError(
    command.commands.length > 0 && command.registeredArguments.length === 0
      ? `(Run "${path} help" for the commands.)`
      : `(Run "${group}help ${command.name()}" for the options.)`,
  );
  for (const subcommand of command.commands) pointToHelp(subcommand, `${path} `);
}

/** Has the command that the first argument names; otherwise all, to list, suggest or complete. */
export async function createProgram(version: string, first?: string): Promise<Command> {
  const program = new Command('hookwright')
    .description(
      'A workbench for webhooks: events in, signed deliveries out.\nWithout a command: serve, which opens the interface in a browser.',
    )
    .version(version)
    // Like all other errors.
    .configureOutput({
      outputError: (text) => printError(usageLines(text)),
    })
    .enablePositionalOptions()
    .exitOverride();
  const named = first !== undefined && Object.hasOwn(commands, first) ? commands[first] : undefined;
  for (const load of named === undefined ? Object.values(commands) : [named])
    (await load())(program, version);
  // It completes all commands before it.
  if (named === undefined) (await import('./completion.ts')).addCompletion(program);
  addExamples(program);
  pointToHelp(program);
  return program;
}
