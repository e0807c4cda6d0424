/** `hookwright deliveries export`: writes matching deliveries to a file or stdout. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { exportWriter, printJson, printLines } from '#headless/print.ts';
import { deliveriesText } from '#shared/labels/jobs.ts';
import { counted, formatBytes } from '#shared/lib/format.ts';
import { type ExportChunk, type ExportFormat, exportFormats } from '#shared/schemas/export.ts';
import { createLiveLine, type LiveLine } from '../live-line.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { CommandError, reportErrors } from './command-error.ts';
import { addFilterOption, checkFilter, type FilterOptions } from './filter-option.ts';
import { addHostOptions, connectHost, type Host, type HostOptions } from './host.ts';

interface ExportOptions extends HostOptions, FilterOptions {
  readonly format: ExportFormat;
  readonly secrets?: boolean;
  readonly delivery?: number;
  readonly mock?: string;
  readonly request?: number;
  readonly out: string;
  readonly force?: boolean;
}

/** File extensions of each format; a file with any other extension may have any format. */
const extensions: Readonly<Record<ExportFormat, readonly string[]>> = {
  curl: ['.sh'],
  har: ['.har', '.json'],
  jsonl: ['.jsonl', '.ndjson'],
  fixtures: ['.zip'],
};

function rowNumber(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('Use a number such as 12.');
  return Number(text);
}

/** Where the export is written. A file gets its name only when it is complete. */
interface Sink {
  /** Resolves when more can be written. */
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** The reader of stdout closed the pipe, as `head` does. This is not an error. */
class StdoutClosed extends Error {}

function stdoutSink(isJson: boolean): Sink {
  const write = exportWriter(process.stdout, isJson);
  let isClosed = false;
  process.stdout.on('error', () => {
    isClosed = true;
  });
  return {
    async write(bytes) {
      const error = await new Promise((resolve) => write(bytes, resolve));
      if (isClosed || error instanceof Error) throw new StdoutClosed();
    },
    commit: async () => undefined,
    discard: async () => undefined,
  };
}

async function fileSink(path: string): Promise<Sink> {
  const part = `${path}.part`;
  // It may be a link.
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  return {
    write: (bytes) => file.writeFile(bytes),
    async commit() {
      await file.close();
      await rename(part, path);
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** The extension of another format would open the file in the wrong program. */
function checkExtension(out: string, format: ExportFormat): void {
  const extension = extname(out).toLowerCase();
  const expected = exportFormats.find((exportFormat) =>
    extensions[exportFormat].includes(extension),
  );
  if (expected === undefined || expected === format) return;
  throw new CommandError(
    'usage',
    `${extension} is the extension of ${expected}, but the format is ${format}. Use --format ${expected}, or a name that ends in ${extensions[format][0]}.`,
  );
}

/** Overwrites files only, and only with --force. */
async function checkPath(out: string, force: boolean): Promise<void> {
  const existing = await stat(out).catch(() => null);
  if (existing === null) return;
  if (!existing.isFile())
    throw new CommandError('usage', `${out} is not a file. Choose a file with --out.`);
  if (!force)
    throw new CommandError(
      'usage',
      `${out} already exists. Choose another name, or add --force to overwrite it.`,
    );
}

type CountText = (count: number) => string;

const requestsText: CountText = (count) => counted(count, 'request');

const sizeText = ({ deliveries, bytes }: ExportChunk, countText: CountText): string =>
  `${countText(deliveries)}, ${formatBytes(bytes)}`;

function summary(piece: ExportChunk, countText: CountText): readonly string[] {
  const redacted = piece.redacted.map(({ name, count }) => `${name} (${count})`).join(', ');
  return [
    `${sizeText(piece, countText)}.`,
    ...(redacted === '' ? [] : [`Redacted: ${redacted}. Add --secrets to include them.`]),
  ];
}

interface Reading {
  readonly host: Host;
  readonly id: string;
  readonly sink: Sink;
  readonly countText: CountText;
  readonly line: LiveLine;
  readonly isStopped: () => boolean;
}

async function read({ host, id, sink, countText, line, isStopped }: Reading) {
  for (;;) {
    const piece = await host.exports.read({ id });
    await sink.write(Buffer.from(piece.base64, 'base64'));
    line.show(`${sizeText(piece, countText)}…`);
    if (piece.done) return piece;
    if (isStopped()) throw new CommandError('failed', 'Export stopped. No file was written.');
  }
}

async function exportDeliveries(options: ExportOptions): Promise<void> {
  const { filter, format, secrets = false, delivery, mock, request } = options;
  const { out, force = false } = options;
  checkFilter(filter);
  if (out !== '-') {
    checkExtension(out, format);
    await checkPath(out, force);
  }
  if (out === '-' && format === 'fixtures' && process.stdout.isTTY)
    throw new CommandError(
      'usage',
      "Can't print a zip file on a terminal. Choose a file with --out.",
    );
  const host = await connectHost(options);
  const { id } = await host.exports.create({
    format,
    secrets,
    ...(filter === '' ? {} : { filter }),
    ...(delivery === undefined ? {} : { deliveryId: delivery }),
    ...(mock === undefined ? {} : { mockId: mock }),
    ...(request === undefined ? {} : { requestId: request }),
  });
  const sink =
    out === '-' ? stdoutSink(format !== 'curl') : await fileSink(out).catch(unwritable(out));
  const countText = mock === undefined ? deliveriesText : requestsText;
  const line = createLiveLine(process.stderr);
  let stopped = false;
  const ignoreInterrupts = onInterrupt(() => {
    stopped = true;
  });
  try {
    const last = await read({ host, id, sink, countText, line, isStopped: () => stopped });
    await sink.commit();
    line.clear();
    if (options.json)
      printJson(JSON.stringify({ out, ...last, base64: undefined }), process.stderr);
    else printLines(summary(last, countText), process.stderr);
  } catch (error) {
    await sink.discard();
    await host.exports.cancel({ id }).catch(() => undefined);
    if (error instanceof StdoutClosed) return;
    if (error instanceof Error && 'syscall' in error) unwritable(out)(error);
    throw error;
  } finally {
    ignoreInterrupts();
  }
}

const unwritable =
  (out: string) =>
  (error: Error): never => {
    throw new CommandError('failed', `Can't write ${out}: ${error.message}`, error);
  };

export function addExport(group: Command): void {
  const command = group
    .command('export')
    .description(
      'Export matching deliveries, or the log of a mock endpoint, as JSON lines, HAR, cURL commands or test fixtures, newest first.',
    );
  addHostOptions(addFilterOption(command))
    .addOption(
      new Option('--format <format>', 'file format; fixtures is a zip file, also on stdout')
        .choices(exportFormats)
        .default('jsonl'),
    )
    .option('--secrets', 'include secrets, which are redacted by default')
    .addOption(new Option('--delivery <id>', 'ID of a single delivery').argParser(rowNumber))
    .option('--mock <name>', 'export the log of a mock endpoint instead of deliveries')
    .addOption(
      new Option('--request <id>', 'ID of a single request in that log').argParser(rowNumber),
    )
    .option('--out <file>', 'output file; - is stdout', '-')
    .option('--force', 'overwrite the file if it exists')
    .action(reportErrors(exportDeliveries));
}
