/** Every command with its options. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { certificationChecks } from '#shared/schemas/certification.ts';
import { isTokenText } from '../headless/given-token.ts';
import type { ServeOptions } from '../headless/serve.ts';
import type { CertifyOptions } from './certify.ts';
import { addDeliveries } from './deliveries/deliveries-command.ts';

const expectedProblems = new Set(['StartupProblem', 'ConfigurationProblem', 'CertifyMisuse']);

/** 1: it could not be done. 2: it was asked for in the wrong way. */
export const failed = 1;
export const misused = 2;

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 takes a free one.');
  return port;
}

function tokenText(text: string): string {
  if (!isTokenText(text))
    throw new InvalidArgumentError('A token has visible ASCII characters only, at least one.');
  return text;
}

const statusList = (text: string): readonly number[] =>
  text.split(',').map((part) => {
    if (!/^\s*\d{3}\s*$/.test(part))
      throw new InvalidArgumentError('Statuses are numbers with commas between them: 401,403.');
    return Number(part);
  });

type Skipped = CertifyOptions['skip'][number];

function skippedCheck(text: string, before: readonly Skipped[]): readonly Skipped[] {
  const [, code, reason] = /^([a-z\d_]+)=(.+)$/s.exec(text) ?? [];
  if (code === undefined || reason === undefined)
    throw new InvalidArgumentError('A check is switched off with a reason: CHECK=REASON.');
  return [...before, { code, reason }];
}

type Headers = CertifyOptions['header'];

function headerLine(text: string, before: Headers): Headers {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('A header is given as "NAME: VALUE".');
  return { ...before, [name]: value };
}

/** What is expected is told in a sentence; only a fault of the program shows where it happened. */
function problemText(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  if (!expectedProblems.has(error.name)) return `Unexpected error: ${error.message}`;
  return 'code' in error ? `${error.message} (${error.code})` : error.message;
}

async function runServe(options: ServeOptions, version: string): Promise<void> {
  try {
    // Loaded only now: help and version need neither the database nor the servers.
    const { serve } = await import('../headless/serve.ts');
    process.exitCode = await serve(options, version);
  } catch (error) {
    process.stderr.write(`hookwright: ${problemText(error)}\n`);
    process.exitCode = failed;
  }
}

async function runCertification(url: string, options: CertifyOptions): Promise<void> {
  try {
    const { runCertify } = await import('./certify.ts');
    if (!(await runCertify(url, options))) process.exitCode = failed;
  } catch (error) {
    process.stderr.write(`hookwright: ${problemText(error)}\n`);
    process.exitCode = error instanceof Error && error.name === 'CertifyMisuse' ? misused : failed;
  }
}

function addCertify(program: Command): void {
  program
    .command('certify')
    .description('Send signed and forged requests to a receiver and judge its answers.')
    .exitOverride()
    .argument('<url>', 'the receiver: the full URL of its webhook')
    .requiredOption('--secret <s>', 'the shared secret that it verifies with; required')
    .addOption(
      new Option(
        '--expect-reject <statuses>',
        'statuses that count as rejected, such as 401,403 (default: any 4xx)',
      ).argParser(statusList),
    )
    .addOption(
      new Option('--header <line>', 'a static header, "NAME: VALUE"; repeatable')
        .argParser(headerLine)
        .default({}, 'none'),
    )
    .option(
      '--look-up <url>',
      'answers how often a message was processed; must hold {messageId}, which is replaced',
    )
    .addOption(
      new Option('--skip <check=reason>', 'switch a check off; the reason stays; repeatable')
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

/** What was asked for in the wrong way is told with where the right one is written. */
function pointToHelp(command: Command, group = ''): void {
  const path = `${group}${command.name()}`;
  const isGroup = command.commands.length > 0;
  command.showHelpAfterError(
    isGroup
      ? `(${path} help lists the commands, and ${path} help ${command.commands[0]?.name()} the options of one)`
      : `(${group}help ${command.name()} lists the options)`,
  );
  for (const one of command.commands) pointToHelp(one, `${path} `);
}

export function createProgram(version: string): Command {
  const program = new Command('hookwright')
    .description('A workbench for webhooks: events in, signed deliveries out.')
    .version(version)
    .exitOverride();
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
      new Option(
        '--token <t>',
        'access token, visible to other users in the process list (default: HOOKWRIGHT_TOKEN, or random)',
      )
        .argParser(tokenText)
        .conflicts('tokenFile'),
    )
    .option('--token-file <file>', 'file with the access token')
    .option('--config <file>', 'apply this configuration file at the start')
    .option('--empty', 'begin without the first source, receiver and destination')
    .option('--json', 'print one line of JSON when ready')
    .option('--no-open', 'do not open a browser')
    .allowExcessArguments(false)
    .action((options: ServeOptions) => runServe(options, version));
  addCertify(program);
  addDeliveries(program);
  pointToHelp(program);
  return program;
}
