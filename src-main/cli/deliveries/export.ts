/** `hookwright deliveries export`: everything that matches, to a file or to what reads stdout. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExportFormat, type ExportPiece, exportFormats } from '#shared/schemas/export.ts';
import { addFilterOption, checkFilter, type FilterOptions } from './filter-option.ts';
import { addHostOptions, connectHost, type Host, type HostOptions } from './host.ts';
import { CommandProblem, toItsEnd } from './outcome.ts';

interface ExportOptions extends HostOptions, FilterOptions {
  readonly format: ExportFormat;
  readonly secrets?: boolean;
  readonly delivery?: number;
  readonly out: string;
  readonly force?: boolean;
}

/** Endings that tell of a form; other names may hold any. */
const endings: Readonly<Record<ExportFormat, readonly string[]>> = {
  curl: ['.sh'],
  har: ['.har', '.json'],
  jsonl: ['.jsonl', '.ndjson'],
  fixtures: ['.zip'],
};

function deliveryNumber(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text))
    throw new InvalidArgumentError('A delivery is named by its number.');
  return Number(text);
}

/** Where the bytes go; a file is there under its name only when it is whole. */
interface Sink {
  /** Resolves when there is room for more. */
  write(bytes: Uint8Array): Promise<void>;
  keep(): Promise<void>;
  abandon(): Promise<void>;
}

/** What read stdout has gone, as `head` does: there is nobody to tell anything to. */
class ReaderLeft extends Error {}

function stdoutSink(): Sink {
  let hasLeft = false;
  process.stdout.on('error', () => {
    hasLeft = true;
  });
  return {
    async write(bytes) {
      const taken = await new Promise((resolve) => process.stdout.write(bytes, resolve));
      if (hasLeft || taken instanceof Error) throw new ReaderLeft();
    },
    keep: async () => undefined,
    abandon: async () => undefined,
  };
}

async function fileSink(path: string): Promise<Sink> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  return {
    write: (bytes) => file.writeFile(bytes),
    async keep() {
      await file.close();
      await rename(part, path);
    },
    async abandon() {
      await file.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** A name that tells of another form would be opened by what cannot read it. */
function checkEnding(out: string, format: ExportFormat): void {
  const ending = extname(out).toLowerCase();
  const told = exportFormats.find((one) => endings[one].includes(ending));
  if (told === undefined || told === format) return;
  throw new CommandProblem(
    'misused',
    `${out} has the ending of ${told}, and the format is ${format}: give --format ${told}, or a name that ends in ${endings[format][0]}.`,
  );
}

/** Nothing that is there is written over unasked; only a file ever is. */
async function checkPlace(out: string, force: boolean): Promise<void> {
  const there = await stat(out).catch(() => null);
  if (there === null) return;
  if (!there.isFile())
    throw new CommandProblem('misused', `${out} is not a file: give the name of one with --out.`);
  if (!force)
    throw new CommandProblem(
      'misused',
      `${out} is there already: choose another name, or add --force to write over it.`,
    );
}

const count = (number: number, one: string, more: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : more}`;

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function summary({ deliveries, bytes, redacted }: ExportPiece): string {
  const left = redacted.map(({ what, count: times }) => `${what} (${times})`).join(', ');
  return [
    `${count(deliveries, 'delivery', 'deliveries')}, ${size(bytes)}.`,
    ...(left === '' ? [] : [`Left out: ${left}. Add --secrets to have it.`]),
  ].join('\n');
}

const showProgress = ({ deliveries, bytes }: ExportPiece): void => {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\x1b[K${count(deliveries, 'delivery', 'deliveries')}, ${size(bytes)}…`);
};

async function read(host: Host, id: string, sink: Sink, isStopped: () => boolean) {
  for (;;) {
    const piece = await host.exports.read({ id });
    await sink.write(Buffer.from(piece.base64, 'base64'));
    showProgress(piece);
    if (piece.done) return piece;
    if (isStopped()) throw new CommandProblem('failed', 'Stopped; nothing was kept.');
  }
}

async function exportDeliveries(options: ExportOptions): Promise<void> {
  const { filter, format, secrets = false, delivery, out, force = false } = options;
  checkFilter(filter);
  if (out !== '-') {
    checkEnding(out, format);
    await checkPlace(out, force);
  }
  if (out === '-' && format === 'fixtures' && process.stdout.isTTY)
    throw new CommandProblem('misused', 'A zip is nothing for a terminal: give --out FILE.');
  const host = await connectHost(options);
  const { id } = await host.exports.begin({
    format,
    secrets,
    ...(filter === '' ? {} : { filter }),
    ...(delivery === undefined ? {} : { deliveryId: delivery }),
  });
  const sink = out === '-' ? stdoutSink() : await fileSink(out).catch(unwritable(out));
  let stopped = false;
  const stop = (): void => {
    stopped = true;
  };
  process.once('SIGINT', stop);
  try {
    const last = await read(host, id, sink, () => stopped);
    await sink.keep();
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    process.stderr.write(
      options.json
        ? `${JSON.stringify({ out, ...last, base64: undefined })}\n`
        : `${summary(last)}\n`,
    );
  } catch (error) {
    await sink.abandon();
    await host.exports.cancel({ id }).catch(() => undefined);
    if (error instanceof ReaderLeft) return;
    if (error instanceof Error && 'syscall' in error) unwritable(out)(error);
    throw error;
  } finally {
    process.off('SIGINT', stop);
  }
}

const unwritable =
  (out: string) =>
  (error: Error): never => {
    throw new CommandProblem('failed', `${out} could not be written: ${error.message}`, error);
  };

export function addExport(group: Command): void {
  const command = group
    .command('export')
    .description('What matches as JSON lines, HAR, cURL commands or test fixtures, newest first.');
  addHostOptions(addFilterOption(command))
    .addOption(
      new Option('--format <format>', 'the form of the file')
        .choices(exportFormats)
        .default('jsonl'),
    )
    .option('--secrets', 'with header values, tokens and shared secrets that are else left out')
    .addOption(
      new Option('--delivery <id>', 'this delivery alone, by its number').argParser(deliveryNumber),
    )
    .option('--out <file>', 'the file to write; - is stdout', '-')
    .option('--force', 'write over the file if it is there')
    .action(toItsEnd(exportDeliveries));
}
