/** `hookwright deliveries import`: a file of requests, planned, confirmed and sent by hand. */

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import { type ImportTarget, ResendImport } from '#shared/schemas/resend-import.ts';
import { jsonText } from '../json-text.ts';
import { followImport } from './follow-import.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, whereAgain } from './host.ts';
import { importDoneText, importPlanText } from './import-text.ts';
import { CommandProblem, refuseUndelivered, toItsEnd } from './outcome.ts';

interface ImportOptions extends HostOptions {
  readonly to?: string;
  readonly asIs?: boolean;
  readonly allowOrigin: readonly string[];
  readonly header: Readonly<Record<string, string>>;
  readonly perSecond?: number;
  readonly yes?: boolean;
  readonly plan?: boolean;
}

/** Bytes read at a time: never more characters than a piece may have. */
const pieceBytes = 262_144;

function rate(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number > 0 && number <= 1_000))
    throw new InvalidArgumentError('A rate is a number of requests per second, at most 1000.');
  return number;
}

const origin = (text: string, before: readonly string[]): readonly string[] => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('An origin is given as https://api.example.com.');
  return [...before, url.origin];
};

function header(text: string, before: ImportOptions['header']): ImportOptions['header'] {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('A header is given as "NAME: VALUE".');
  return { ...before, [name]: value };
}

async function opened(file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === '-') return process.stdin;
  try {
    const handle = await open(file);
    return handle.createReadStream({ highWaterMark: pieceBytes });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandProblem('misused', `${file} cannot be read: ${reason}`, error);
  }
}

async function readWhole(host: Host, file: string): Promise<ResendImport> {
  const input = await opened(file);
  const { id } = await host.resendImports.begin({
    name: file === '-' ? 'stdin' : basename(file).slice(-255),
  });
  // Otherwise bodies in another encoding would be sent as something else.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      const what = file === '-' ? 'What stdin holds' : file;
      const sentence = `${what} is not UTF-8 text: save it as UTF-8 and import it again.`;
      throw new CommandProblem('failed', sentence, error);
    }
  };
  try {
    for await (const bytes of input) await host.resendImports.append({ id, text: decoded(bytes) });
    return await host.resendImports.append({ id, text: decoded(), last: true });
  } catch (error) {
    await host.resendImports.cancel({ id }).catch(() => undefined);
    if (error instanceof Error && 'syscall' in error && file !== '-')
      throw new CommandProblem('failed', `${file} cannot be read: ${error.message}`, error);
    throw error;
  }
}

/** By the id or name of a destination, or one of its URLs. */
function webhookNamed(destinations: readonly Destination[], wanted: string) {
  for (const destination of destinations)
    for (const { url } of webhooksOf(destination))
      if (wanted === url) return { destinationId: destination.id, url };
  const named = destinations.find(({ id, name }) => id === wanted || name === wanted);
  if (named === undefined)
    throw new CommandProblem(
      'misused',
      `--to "${wanted}" is no webhook: give the name or id of a destination, or one of the URLs that are set up.`,
    );
  return { destinationId: named.id };
}

const Printed = z.object({ plan: ResendImport, done: ResendImport.nullable() });

async function targetOf(
  host: Host,
  told: ResendImport,
  { to, asIs = false, allowOrigin }: ImportOptions,
): Promise<ImportTarget> {
  if (to !== undefined)
    return {
      kind: 'webhook',
      ...webhookNamed(await host.destinations.list(), to),
      signing: asIs ? 'as_is' : 'anew',
    };
  const allowed = told.origins.filter(
    ({ origin: one, loopback }) => loopback || allowOrigin.includes(one),
  );
  return { kind: 'file', origins: allowed.map(({ origin: one }) => one) };
}

function countOf(told: ResendImport, to: ImportTarget): number {
  if (to.kind === 'webhook') return told.bodies;
  return told.origins
    .filter(({ origin: one }) => to.origins.includes(one))
    .reduce((sum, { requests }) => sum + requests, 0);
}

async function confirm(count: number, file: string, { yes }: ImportOptions): Promise<void> {
  if (yes) return;
  if (file === '-' || !process.stdin.isTTY)
    throw new CommandProblem(
      'misused',
      'Nothing was sent: there is no terminal to ask on. Add --yes to send it, or --plan to plan only.',
    );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`Send ${count.toLocaleString('en')}? (y/N) `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandProblem('failed', 'Nothing was sent.');
  } finally {
    lines.close();
  }
}

async function importFile(file: string, options: ImportOptions, command: Command): Promise<void> {
  const { json, plan, header: headers, perSecond } = options;
  const host = await connectHost(options);
  const told = await readWhole(host, file);
  const { id } = told;
  const tell = (text: string) => (json ? process.stderr : process.stdout).write(`${text}\n`);
  const finish = (done: ResendImport | null) => {
    if (json) process.stdout.write(jsonText(Printed, { plan: told, done }));
  };
  let isToBeKept = false;
  try {
    const to = await targetOf(host, told, options);
    tell(importPlanText(told, options));
    const count = countOf(told, to);
    if (plan) return finish(null);
    if (count === 0)
      throw new CommandProblem(
        'failed',
        told.bodies === 0
          ? 'Nothing in the file can be sent.'
          : 'Nothing would be sent: allow an origin with --allow-origin, or choose a webhook with --to.',
      );
    await confirm(count, file, options);
    await host.resendImports.start({
      id,
      to,
      headers,
      ...(perSecond === undefined ? {} : { perSecond }),
    });
    // Whatever becomes of our connection: it was asked for, and goes on.
    isToBeKept = true;
    const done = await followImport(host, id);
    isToBeKept = done.state === 'interrupted';
    tell(importDoneText(done, whereAgain(command, options)));
    finish(done);
    if (done.state !== 'done') process.exitCode = 1;
    else refuseUndelivered(done.delivered, done.sent);
  } finally {
    // What was read and not sent is of no more use, unless it goes on, or its rest can be sent later.
    if (!isToBeKept) await host.resendImports.cancel({ id }).catch(() => undefined);
  }
}

export function addImport(group: Command): void {
  const command = group
    .command('import')
    .description('Send the requests of a file once more: JSON lines of an export, or a HAR.')
    .argument('<file>', 'the file; - is stdin');
  addHostOptions(command)
    .option('--to <webhook>', 'send the bodies to this destination or URL, re-signed')
    .option('--as-is', 'with --to: with the headers and the signature of the file')
    .addOption(
      new Option(
        '--allow-origin <origin>',
        'send there although it is not this machine; repeatable',
      )
        .argParser(origin)
        .default([], 'this machine only'),
    )
    .addOption(
      new Option('--header <line>', 'in the place of a redacted one, "NAME: VALUE"; repeatable')
        .argParser(header)
        .default({}, 'none'),
    )
    .addOption(
      new Option('--per-second <n>', 'at most so many requests per second').argParser(rate),
    )
    .option('--yes', 'send without asking; needed where there is no terminal')
    .option('--plan', 'only say what would be sent')
    .action(toItsEnd(importFile));
}
