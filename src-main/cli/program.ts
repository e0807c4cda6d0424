/** Every command with its options. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { certificationChecks } from '#shared/schemas/certification.ts';
import { isTokenText } from '../headless/configured-token.ts';
import type { ServeOptions } from '../headless/serve.ts';
import type { CertifyOptions } from './certify.ts';
import { addDeliveries } from './deliveries/deliveries-command.ts';
import { addRun } from './scenarios/run-command.ts';
import { addScenarios } from './scenarios/scenarios-command.ts';

const expectedProblems = new Set(['StartupProblem', 'ConfigurationProblem', 'CertifyUsageError']);

/** `usage`: an invalid command, argument or option. */
export const exitCodes = { failed: 1, usage: 2 } as const;

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Use a port from 0 to 65535; 0 picks a free one.');
  return port;
}

function tokenText(text: string): string {
  if (!isTokenText(text)) throw new InvalidArgumentError('Use only visible ASCII characters.');
  return text;
}

function existingFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new InvalidArgumentError('Folder not found. Create it first.');
  return resolve(path);
}

const statusList = (text: string): readonly number[] =>
  text.split(',').map((part) => {
    if (!/^\s*\d{3}\s*$/.test(part))
      throw new InvalidArgumentError('Separate status codes with commas: 401,403.');
    return Number(part);
  });

type Skipped = CertifyOptions['skip'][number];

function skippedCheck(text: string, before: readonly Skipped[]): readonly Skipped[] {
  const [, code, reason] = /^([a-z\d_]+)=(.+)$/s.exec(text) ?? [];
  if (code === undefined || reason === undefined)
    throw new InvalidArgumentError('Use the form CHECK=REASON.');
  return [...before, { code, reason }];
}

type Headers = CertifyOptions['header'];

function headerLine(text: string, before: Headers): Headers {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Use the form "NAME: VALUE".');
  return { ...before, [name]: value };
}

/** The name of a code helps only for expected errors. */
function problemText(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  if (!expectedProblems.has(error.name)) return `Unexpected error: ${error.message}`;
  return 'code' in error ? `${error.message} (${error.code})` : error.message;
}

async function runServe(options: ServeOptions, version: string): Promise<void> {
  try {
    // Loaded here, because help and version need neither the database nor the servers.
    const { serve } = await import('../headless/serve.ts');
    process.exitCode = await serve(options, version);
  } catch (error) {
    process.stderr.write(`hookwright: ${problemText(error)}\n`);
    process.exitCode = exitCodes.failed;
  }
}

async function runCertification(url: string, options: CertifyOptions): Promise<void> {
  try {
    const { runCertify } = await import('./certify.ts');
    if (!(await runCertify(url, options))) process.exitCode = exitCodes.failed;
  } catch (error) {
    process.stderr.write(`hookwright: ${problemText(error)}\n`);
    const isUsage = error instanceof Error && error.name === 'CertifyUsageError';
    process.exitCode = isUsage ? exitCodes.usage : exitCodes.failed;
  }
}

function addCertify(program: Command): void {
  program
    .command('certify')
    .description('Send signed and forged requests to a receiver and check its responses.')
    .exitOverride()
    .argument('<url>', 'webhook URL of the receiver')
    // Not required by the parser, which would ask for it before the URL.
    .option('--secret <s>', 'shared secret of the receiver; required')
    .option('--profile <id>', 'provider profile, such as stripe', 'segment-classic')
    .addOption(
      new Option(
        '--expect-reject <statuses>',
        'statuses that count as rejected, such as 401,403 (default: any 4xx)',
      ).argParser(statusList),
    )
    .addOption(
      new Option('--header <line>', 'static header, "NAME: VALUE"; repeatable')
        .argParser(headerLine)
        .default({}, 'none'),
    )
    .option(
      '--lookup-url <url>',
      'URL that returns how many times a message was processed; must contain {messageId}',
    )
    .addOption(
      new Option('--skip <check=reason>', 'skip a check; the report shows the reason; repeatable')
        .argParser(skippedCheck)
        .default([], 'none'),
    )
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as HTML')
    .option('--json <file>', 'write the report as JSON')
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      `\nChecks:\n${certificationChecks.map(({ code, title }) => `  ${code.padEnd(28)} ${title}`).join('\n')}`,
    )
    .action(runCertification);
}

/** Usage errors end with the help command to run. */
function pointToHelp(command: Command, group = ''): void {
  const path = `${group}${command.name()}`;
  command.showHelpAfterError(
    command.commands.length > 0
      ? `(Run "${path} help" for the commands.)`
      : `(Run "${group}help ${command.name()}" for the options.)`,
  );
  for (const subcommand of command.commands) pointToHelp(subcommand, `${path} `);
}

export function createProgram(version: string): Command {
  const program = new Command('hookwright')
    .description('A workbench for webhooks: events in, signed deliveries out')
    .version(version)
    // Like all other errors.
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'hookwright: ')),
    })
    .exitOverride();
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
        '--receiver-port <n>',
        'port for receivers (default: 8379 or the next free port)',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--receiver-https-port <n>',
        'port for https receivers (default: 8380 or the next free port)',
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
    .option('--empty', 'start without the sample source, receiver and destination')
    .option('--json', 'print one line of JSON when ready')
    .option('--no-open', 'do not open a browser')
    .allowExcessArguments(false)
    .action((options: ServeOptions) => runServe(options, version));
  addCertify(program);
  addDeliveries(program);
  addRun(program, version);
  addScenarios(program);
  pointToHelp(program);
  return program;
}
