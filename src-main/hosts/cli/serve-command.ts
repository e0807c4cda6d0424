/** The command `hookwright serve` with its options. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isTokenText } from '#main/hosts/headless/configured-token.ts';
import { printError } from '#main/hosts/headless/print.ts';
import type { ServeOptions } from '#main/hosts/headless/serve.ts';
import { exitCodes, isUsageProblem, portNumber, problemLines } from './command.ts';

function tokenText(text: string): string {
  if (!isTokenText(text)) throw new InvalidArgumentError('Use only visible ASCII characters.');
  return text;
}

function existingFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new InvalidArgumentError('Folder not found. Create it first.');
  return resolve(path);
}

async function runServe(options: ServeOptions, version: string): Promise<void> {
  try {
    // Loaded here, because help and version need neither the database nor the servers.
    const { serve } = await import('#main/hosts/headless/serve.ts');
    process.exitCode = await serve(options, version);
  } catch (error) {
    printError(problemLines(error));
    process.exitCode = isUsageProblem(error) ? exitCodes.usage : exitCodes.failed;
  }
}

export function addServe(program: Command, version: string): void {
  program
    .command('serve')
    .description('Run without a window and serve the interface to a browser.')
    .exitOverride()
    .addOption(
      new Option('--data <dir>', "data folder (default: the system's application-data folder)"),
    )
    .addOption(
      new Option(
        '--port <n>',
        'port for the interface (default: 8378 or the next free port)',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--ingest-port <n>',
        'port for the ingestion endpoint (default: 8377 or the next free port)',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--mock-port <n>',
        'port for mock endpoints (default: 8379 or the next free port)',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--mock-https-port <n>',
        'port for https mock endpoints (default: 8380 or the next free port)',
      ).argParser(portNumber),
    )
    .option('--host <h>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option(
        '--token <t>',
        'access token, visible in the process list (default: HOOKWRIGHT_TOKEN or a random token)',
      )
        .argParser(tokenText)
        .conflicts('tokenFile'),
    )
    .option('--token-file <file>', 'file with the access token')
    .option('--config <file>', 'configuration file to apply at startup')
    .addOption(
      new Option(
        '--scenarios <dir>',
        'folder with scenario files (default: scenarios in the data folder)',
      ).argParser(existingFolder),
    )
    .addOption(
      new Option(
        '--workspace <dir>',
        'folder with hookwright.json (default: the current folder or the nearest parent with the file)',
      )
        .argParser(existingFolder)
        .conflicts(['data', 'config']),
    )
    .option('--no-workspace', 'use no workspace, also where there is one')
    .addOption(
      new Option(
        '--data-of <dir>',
        'use the data of a workspace that was at this path before it was moved',
      ).conflicts(['data', 'config']),
    )
    .option('--trust', 'trust the workspace: apply its hookwright.json and send to servers')
    .option('--empty', 'start without the sample source, mock endpoint and destination')
    .option('--json', 'print one line of JSON when ready')
    .option('--no-open', 'do not open a browser')
    .addHelpText(
      'after',
      '\nExit codes:\n  0  stopped\n  1  failed, for example because a port is in use\n  2  invalid option, configuration file or workspace',
    )
    .allowExcessArguments(false)
    .action((options: ServeOptions) => runServe(options, version));
}
