/** The commands `hookwright certify URL` and `hookwright certify sender` with their options. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printError } from '#main/hosts/headless/print.ts';
import { placeholderForms } from '#shared/certification/message-url.ts';
import { certificationChecks } from '#shared/certification/receiver.ts';
import { senderChecks } from '#shared/certification/sender-checks.ts';
import { exitCodes, portNumber, problemLines } from '../command.ts';
import { duration, restartReadyOption, restartWithOption } from '../scenarios/run-options.ts';
import type { CertifyOptions } from './receiver.ts';
import type { CertifySenderOptions } from './sender.ts';

const statusList = (text: string): readonly number[] =>
  text.split(',').map((part) => {
    if (!/^\s*\d{3}\s*$/.test(part))
      throw new InvalidArgumentError('Separate status codes with commas: 401,403.');
    return Number(part);
  });

type Skipped = CertifyOptions['skip'][number];

function skipped(text: string, before: readonly Skipped[]): readonly Skipped[] {
  const [, code, reason] = /^([a-z\d_]+)=(.+)$/s.exec(text) ?? [];
  if (code === undefined || reason === undefined)
    throw new InvalidArgumentError('Use the form CHECK=REASON.');
  return [...before, { code, reason }];
}

const skipOption = (): Option =>
  new Option('--skip <check=reason>', 'skip a check; the report shows the reason; repeatable')
    .argParser(skipped)
    .default([], 'none');

type Headers = CertifyOptions['header'];

function headerLine(text: string, before: Headers): Headers {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Use the form "NAME: VALUE".');
  return { ...before, [name]: value };
}

async function runCertify(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    printError(problemLines(error));
    const isUsage = error instanceof Error && error.name === 'CertifyUsageError';
    process.exitCode = isUsage ? exitCodes.usage : exitCodes.failed;
  }
}

const runReceiver = (url: string, options: CertifyOptions): Promise<void> =>
  runCertify(async () => {
    const { certifyReceiver } = await import('./receiver.ts');
    return certifyReceiver(url, options);
  });

const runSender = (options: CertifySenderOptions): Promise<void> =>
  runCertify(async () => {
    const { certifySenderCommand } = await import('./sender.ts');
    return certifySenderCommand(options);
  });

const listed = (entries: readonly { readonly code: string; readonly title: string }[]): string =>
  entries.map(({ code, title }) => `  ${code.padEnd(28)} ${title}`).join('\n');

const profileHelp = 'provider profile, such as stripe, or a JSON file with a definition';

const addReportOptions = (command: Command): Command =>
  command
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as HTML')
    .option('--json <file>', 'write the report as JSON')
    .option('--badge <file>', 'write a badge for a README as SVG');

function addSender(certify: Command): void {
  const command = certify
    .command('sender')
    .description('Receive the webhooks of a sender and check them against a profile.')
    .exitOverride()
    .option('--profile <profile>', profileHelp, 'segment-classic')
    .option(
      '--secret <s>',
      'secret that the sender signs with; its public key for Discord and SendGrid',
    )
    .option('--previous-secret <s>', 'previous secret; the sender must sign with both')
    .option(
      '--trigger <url>',
      'URL that triggers one message: Hookwright sends it a POST with {"url", "marker"}',
    )
    .option(
      '--clock <url>',
      'URL that sets the sender\'s clock: Hookwright sends it a POST with {"now"}',
    )
    .addOption(restartWithOption())
    .addOption(restartReadyOption())
    .addOption(
      new Option(
        '--max-time <duration>',
        'end after this time, such as 5m (default: 1m, 5m with --clock, or 10m without --trigger)',
      ).argParser(duration),
    )
    .option('--host <h>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--port <n>', 'port of the webhook URL (default: a free port)').argParser(
        portNumber,
      ),
    )
    .addOption(
      new Option(
        '--tls-port <n>',
        'first of four consecutive ports of the HTTPS URLs (default: free ports)',
      ).argParser(portNumber),
    )
    .option('--data <dir>', 'data folder of the development CA')
    .option(
      '--ca-out <file>',
      'write the certificate of the development CA, which the sender must trust',
    )
    .addOption(skipOption());
  addReportOptions(command)
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      `\nExit codes: 0 certified, 1 not certified, 2 invalid options, 3 some checks not observed or\ninconclusive, 130 stopped with Ctrl+C.\n\nChecks:\n${listed(senderChecks)}`,
    )
    .action(runSender);
}

export function addCertify(program: Command): void {
  const command = program
    .command('certify')
    .description('Send signed and forged requests to a receiver and check its responses.')
    .exitOverride()
    // Both commands have options of the same names; the program must leave them to these, too.
    .enablePositionalOptions()
    .argument('<url>', 'webhook URL of the receiver')
    // Not required by the parser, which would ask for it before the URL.
    .option('--secret <s>', 'shared secret of the receiver; required')
    .option('--profile <profile>', profileHelp, 'segment-classic')
    .addOption(
      new Option(
        '--expect-reject <statuses>',
        'statuses that count as rejected, such as 401,403 (default: any 4xx but 408 and 429)',
      ).argParser(statusList),
    )
    .addOption(
      new Option('--header <line>', 'static header, "NAME: VALUE"; repeatable')
        .argParser(headerLine)
        .default({}, 'none'),
    )
    .option(
      '--lookup-url <url>',
      `URL that returns how many times a message was processed, with ${placeholderForms}`,
    )
    .addOption(skipOption());
  addReportOptions(command)
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      `\nExit codes: 0 certified, 1 not certified, 2 invalid options, 3 some checks inconclusive.\n\nChecks:\n${listed(certificationChecks)}`,
    )
    .action(runReceiver);
  addSender(command);
}
