#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../../package.json' with { type: 'json' };
import type { ServeOptions } from './serve.ts';

/** 1: it could not be done. 2: it was asked for in the wrong way. */
const failed = 1;
const misused = 2;

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 takes a free one.');
  return port;
}

function tokenText(text: string): string {
  // A header could not carry anything else.
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new InvalidArgumentError('A token has visible ASCII characters only, at least one.');
  return text;
}

/** What is expected is told in a sentence; only a fault of the program shows where it happened. */
function problemText(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  const expected = error.name === 'StartupProblem' || error.name === 'ConfigurationProblem';
  return expected ? error.message : `Unexpected error: ${error.message}`;
}

async function runServe(options: ServeOptions): Promise<void> {
  try {
    // Loaded only now: help and version need neither the database nor the servers.
    const { serve } = await import('./serve.ts');
    process.exitCode = await serve(options, version);
  } catch (error) {
    process.stderr.write(`hookwright: ${problemText(error)}\n`);
    process.exitCode = failed;
  }
}

function createProgram(): Command {
  const program = new Command('hookwright')
    .description('A workbench for webhooks: events in, signed deliveries out.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(hookwright serve --help lists the options)');
  program
    .command('serve')
    .description('Run without a window and serve the interface to a browser.')
    .exitOverride()
    .addOption(new Option('--data <dir>', 'folder for the data (default: that of the system)'))
    .addOption(
      new Option(
        '--port <n>',
        'port of the interface (default: 8378, or the next free one)',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--ingest-port <n>',
        'port for events (default: 8377, or the next free one)',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--receiver-port <n>',
        'port of the receivers (default: 8379, or the next free one)',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--receiver-https-port <n>',
        'port of the https receivers (default: 8380, or the next free one)',
      ).argParser(portNumber),
    )
    .option('--host <h>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--token <t>', 'access token (default: a random one)').argParser(tokenText),
    )
    .option('--config <file>', 'apply this configuration file at the start')
    .option('--empty', 'begin without the first source, receiver and destination')
    .option('--json', 'print one line of JSON when ready')
    .option('--no-open', 'do not open a browser')
    .allowExcessArguments(false)
    .action(runServe);
  return program;
}

async function main(): Promise<void> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 22) {
    process.stderr.write('hookwright: Node 22 or newer is needed. `npm start` brings its own.\n');
    process.exitCode = failed;
    return;
  }
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : misused;
  }
}

/** Whatever still holds the event loop (a channel, a keep-alive connection) is of no use any more. */
const lingerMs = 300;

await main();
if (process.connected) process.disconnect();
setTimeout(() => process.exit(), lingerMs).unref();
