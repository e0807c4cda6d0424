/** `hookwright deliveries import`: reads a file of requests, confirms the plan and resends them. */

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { printJson, printLines } from '#headless/print.ts';
import { counted } from '#shared/lib/format.ts';
import { type Destination, webhooksOf } from '#shared/schemas/destination.ts';
import { Job } from '#shared/schemas/job.ts';
import { type ImportTarget, ResendImport } from '#shared/schemas/resend-import.ts';
import { jsonText } from '../json-text.ts';
import { CommandError, failIfNoneDelivered, reportErrors } from './command-error.ts';
import { followJob } from './follow-job.ts';
import { addHostOptions, connectHost, type Host, type HostOptions, hostArguments } from './host.ts';
import { importPlanLines } from './import-text.ts';
import { jobLines } from './plan-text.ts';

interface ImportOptions extends HostOptions {
  readonly to?: string;
  readonly asIs?: boolean;
  readonly allowOrigin: readonly string[];
  readonly header: Readonly<Record<string, string>>;
  readonly perSecond?: number;
  readonly yes?: boolean;
  readonly plan?: boolean;
}

/** Bytes read at a time; the API takes as many characters per call. */
const chunkBytes = 262_144;

function parseRate(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number > 0 && number <= 1_000))
    throw new InvalidArgumentError('Use a number of requests per second, at most 1,000.');
  return number;
}

const parseOrigin = (text: string, before: readonly string[]): readonly string[] => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Use an origin such as https://api.example.com.');
  return [...before, url.origin];
};

function parseHeader(text: string, before: ImportOptions['header']): ImportOptions['header'] {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Use the form "NAME: VALUE".');
  return { ...before, [name]: value };
}

async function openInput(file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === '-') return process.stdin;
  try {
    const handle = await open(file);
    return handle.createReadStream({ highWaterMark: chunkBytes });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError('usage', `Can't read ${file}: ${reason}`, error);
  }
}

async function uploadFile(host: Host, file: string): Promise<ResendImport> {
  const input = await openInput(file);
  const { id } = await host.resendImports.create({
    name: file === '-' ? 'stdin' : basename(file).slice(-255),
  });
  // Without `fatal`, bodies in another encoding would be changed.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      const name = file === '-' ? 'stdin' : file;
      const message = `${name} is not UTF-8 text. Save it as UTF-8 and import it again.`;
      throw new CommandError('failed', message, error);
    }
  };
  try {
    for await (const bytes of input) await host.resendImports.append({ id, text: decoded(bytes) });
    return await host.resendImports.append({ id, text: decoded(), last: true });
  } catch (error) {
    await host.resendImports.cancel({ id }).catch(() => undefined);
    if (error instanceof Error && 'syscall' in error && file !== '-')
      throw new CommandError('failed', `Can't read ${file}: ${error.message}`, error);
    throw error;
  }
}

/** Finds a webhook by its URL, or by the ID or name of its destination. */
function findWebhook(destinations: readonly Destination[], nameOrUrl: string) {
  for (const destination of destinations)
    for (const { url } of webhooksOf(destination))
      if (nameOrUrl === url) return { destinationId: destination.id, url };
  const destination = destinations.find(({ id, name }) => id === nameOrUrl || name === nameOrUrl);
  if (destination === undefined)
    throw new CommandError(
      'usage',
      `--to "${nameOrUrl}" is not a webhook. Use the name or ID of a destination, or one of its URLs.`,
    );
  return { destinationId: destination.id };
}

const JsonOutput = z.object({ plan: ResendImport, job: Job.nullable() });

async function targetOf(
  host: Host,
  planned: ResendImport,
  { to, asIs = false, allowOrigin }: ImportOptions,
): Promise<ImportTarget> {
  if (to !== undefined)
    return {
      kind: 'webhook',
      ...findWebhook(await host.destinations.list(), to),
      signing: asIs ? 'as_is' : 're_sign',
    };
  const allowed = planned.origins.filter(
    ({ origin, loopback }) => loopback || allowOrigin.includes(origin),
  );
  return { kind: 'file', origins: allowed.map(({ origin }) => origin) };
}

function countOf(planned: ResendImport, to: ImportTarget): number {
  if (to.kind === 'webhook') return planned.bodies;
  return planned.origins
    .filter(({ origin }) => to.origins.includes(origin))
    .reduce((sum, { requests }) => sum + requests, 0);
}

async function confirm(count: number, file: string, { yes }: ImportOptions): Promise<void> {
  if (yes) return;
  if (file === '-' || !process.stdin.isTTY)
    throw new CommandError(
      'usage',
      'Nothing was sent: confirmation needs a terminal. Add --yes to send, or --plan for the plan only.',
    );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const requests = counted(count, 'request', 'requests');
    const reply = await lines.question(`Send ${requests}? (y/N) `);
    if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError('failed', 'Nothing was sent.');
  } finally {
    lines.close();
  }
}

async function importFile(file: string, options: ImportOptions, command: Command): Promise<void> {
  const { json, plan, header: headers, perSecond } = options;
  const host = await connectHost(options);
  const planned = await uploadFile(host, file);
  const { id } = planned;
  const print = (lines: readonly string[]) =>
    printLines(lines, json ? process.stderr : process.stdout);
  const printResult = (job: Job | null) => {
    if (json) printJson(jsonText(JsonOutput, { plan: planned, job }));
  };
  let isStarted = false;
  try {
    const to = await targetOf(host, planned, options);
    print(importPlanLines(planned, options));
    const count = countOf(planned, to);
    if (plan) return printResult(null);
    if (count === 0)
      throw new CommandError(
        'failed',
        planned.bodies === 0
          ? 'The file has no requests that can be sent.'
          : 'No origin in the file is allowed. Allow one with --allow-origin, or choose a webhook with --to.',
      );
    await confirm(count, file, options);
    const started = await host.resendImports.start({
      id,
      to,
      headers,
      ...(perSecond === undefined ? {} : { perSecond }),
    });
    isStarted = true;
    const job = await followJob(host, started);
    print(jobLines(job, hostArguments(command, options)));
    printResult(job);
    if (job.state !== 'completed') process.exitCode = 1;
    else failIfNoneDelivered(job.counts.delivered ?? 0, job.doneCount);
  } finally {
    // Frees the uploaded file.
    if (!isStarted) await host.resendImports.cancel({ id }).catch(() => undefined);
  }
}

export function addImport(group: Command): void {
  const command = group
    .command('import')
    .description('Resend the requests in a file: an export as JSON lines, or a HAR.')
    .argument('<file>', 'file to import; - is stdin');
  addHostOptions(command)
    .option('--to <webhook>', 'send all bodies to this destination or URL, re-signed')
    .option('--as-is', 'with --to: keep the headers and the signature of the file')
    .addOption(
      new Option(
        '--allow-origin <origin>',
        'allow sending to this origin on another machine; repeatable',
      )
        .argParser(parseOrigin)
        .default([], 'this machine only'),
    )
    .addOption(
      new Option('--header <line>', 'replace a redacted header, "NAME: VALUE"; repeatable')
        .argParser(parseHeader)
        .default({}, 'none'),
    )
    .addOption(new Option('--per-second <n>', 'maximum requests per second').argParser(parseRate))
    .option('--yes', 'skip the confirmation; required without a terminal')
    .option('--plan', 'show the plan and stop')
    .action(reportErrors(importFile));
}
