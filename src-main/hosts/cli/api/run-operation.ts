/** Runs an operation on the running host: plans, confirms, calls, follows and prints. */
import { once } from 'node:events';
import { readFile as readText } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { text as textOf } from 'node:stream/consumers';
import { type AnySchema, getEventIteratorSchemaDetails } from '@orpc/contract';
import { z } from 'zod';
import { printJson, printLines } from '#main/hosts/headless/print.ts';
import type { NamedOperation } from '#shared/contract.ts';
import { Job } from '#shared/jobs/job.ts';
import type { Pieces } from '#shared/kit/op.ts';
import { timestampsToText } from '#shared/kit/timestamps.ts';
import { SavedFile } from '#shared/scenarios/schema/run.ts';
import { CommandError } from '../command-error.ts';
import { connectHost, type Host, type HostOptions } from '../host.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { createLiveLine } from '../output.ts';
import { contractInput, type Input, knownFields, readFields } from './fields.ts';
import { followJob, jobLines, jobProblem } from './follow-job.ts';
import { namedOperation } from './operations.ts';
import { checkPath, writeOutput } from './output-file.ts';
import { isUpload, readFile, sendFile } from './transfer.ts';
import { valueLines } from './value-lines.ts';

export interface ApiOptions extends HostOptions {
  readonly input?: string;
  readonly out?: string;
  readonly plan?: boolean;
  readonly yes?: boolean;
}

/** One call of the command. */
interface Run {
  readonly operation: NamedOperation;
  readonly input: Input;
  readonly options: ApiOptions;
  readonly host: Host;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

type Procedure = (input: unknown, options: { signal?: AbortSignal }) => Promise<unknown>;

function call({ host }: Run, operation: NamedOperation, input: Input, signal?: AbortSignal) {
  const procedure = operation.name
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], host) as Procedure;
  return procedure(contractInput(operation, input), signal === undefined ? {} : { signal });
}

// Output

const isTerminal = ({ options }: Run): boolean =>
  process.stdout.isTTY && options.json !== true && options.out === undefined;

const asLines = (value: unknown, output: NodeJS.WriteStream): readonly string[] =>
  valueLines(value, output.columns || 120);

/** JSON as REST has it; on a terminal, the lines. */
async function printResult(
  run: Run,
  schema: AnySchema | undefined,
  value: unknown,
  lines = asLines,
): Promise<void> {
  if (value === undefined) return;
  const shown = timestampsToText(schema, value);
  const json = JSON.stringify(shown, null, 2);
  if (run.options.out !== undefined)
    await writeOutput(run.options, (write) => write(Buffer.from(`${json}\n`)));
  else if (isTerminal(run)) printLines(lines(shown, process.stdout));
  else printJson(json);
}

/** Items of a stream, one line each. */
const printStream = ({ options, signal }: Run, items: AsyncIterable<unknown>): Promise<void> =>
  writeOutput(
    options,
    async (write) => {
      try {
        for await (const item of items) await write(Buffer.from(`${JSON.stringify(item)}\n`));
      } catch (error) {
        // What was received until Ctrl+C stays.
        if (!signal.aborted) throw error;
      }
    },
    'application/x-ndjson',
  );

// Files

const Started = z.object({ id: z.string(), mediaType: z.string().optional() });

async function transfer(run: Run, started: unknown, pieces: Pieces): Promise<void> {
  const { options, signal } = run;
  const next = namedOperation(pieces.operation);
  const { id, mediaType } = Started.parse(started);
  const line = createLiveLine(process.stderr);
  const file = {
    ...{ id, signal, line },
    call: (input: Input) => call(run, next, input, signal),
    cancel: (input: Input) => call(run, namedOperation(pieces.cancel), input),
  };
  try {
    if (isUpload(next)) {
      const result = await sendFile(file, next, options.input ?? '');
      line.clear();
      await printResult(run, next.declared.outputSchema, result);
      return;
    }
    let progress: Input = {};
    await writeOutput(
      options,
      async (write) => {
        progress = await readFile(file, write);
      },
      mediaType,
    );
    line.clear();
    printLines(asLines(progress, process.stderr), process.stderr);
  } finally {
    line.clear();
  }
}

// Plans

async function isConfirmed({ operation, signal }: Run): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl+C rejects the question, and Ctrl+D only closes it.
    const reply = await Promise.race([
      lines.question(`Run ${operation.name}? (y/N) `, { signal }).catch(() => ''),
      once(lines, 'close').then(() => ''),
    ]);
    return /^y(es)?$/i.test(reply.trim());
  } finally {
    lines.close();
  }
}

/** What deletes, and what sends on many. */
const isConfirmedFirst = ({ declared: { meta } }: NamedOperation): boolean =>
  meta.effect === 'deletes' || (meta.effect === 'sends' && meta.plan !== undefined);

/** Shows the plan. Returns the fields of it that the call needs; throws a CommandError if nothing is to be done. */
async function plan(run: Run): Promise<Input> {
  const { operation, input, options, signal } = run;
  const planned = operation.declared.meta.plan;
  if (planned === undefined) return {};
  const own = planned.passed?.find((name) => name in input);
  if (own !== undefined)
    throw new CommandError('usage', `${own} comes from the plan that is shown. Remove it.`);
  const planner = namedOperation(planned.operation);
  const { meta, outputSchema } = planner.declared;
  const result = await call(
    run,
    planner,
    { ...knownFields(planner, input), ...planned.input },
    signal,
  );
  if (options.plan) await printResult(run, outputSchema, result);
  else printLines(asLines(timestampsToText(outputSchema, result), process.stderr), process.stderr);
  if (meta.plannedCount?.(result, input) === 0)
    throw new CommandError('failed', 'There is nothing to do. Change the fields, and plan again.');
  return Object.fromEntries((planned.passed ?? []).map((name) => [name, (result as Input)[name]]));
}

function checkOptions(operation: NamedOperation, { plan, yes, input }: ApiOptions): void {
  const { meta } = operation.declared;
  if (plan && meta.plan === undefined)
    throw new CommandError('usage', `${operation.name} has no plan. Remove --plan.`);
  if (isConfirmedFirst(operation) && !plan && !yes && !process.stdin.isTTY)
    throw new CommandError(
      'usage',
      'Nothing was changed: confirmation needs a terminal. Add --yes to proceed, or --plan for the plan only.',
    );
  if (isUploaded(operation) && input === undefined && !plan)
    throw new CommandError('usage', `${operation.name} needs a file. Add --input FILE.`);
}

const isUploaded = ({ declared: { meta } }: NamedOperation): boolean =>
  meta.pieces !== undefined && isUpload(namedOperation(meta.pieces.operation));

async function inputText(file: string): Promise<string> {
  try {
    return file === '-' ? await textOf(process.stdin) : await readText(file, 'utf8');
  } catch (error) {
    throw new CommandError('usage', `Can't read ${file}: ${(error as Error).message}.`, error);
  }
}

async function perform(run: Run): Promise<void> {
  const { operation, input, options, signal, host } = run;
  const { meta, outputSchema } = operation.declared;
  const isPlanned = options.plan || isConfirmedFirst(operation);
  const passed = isPlanned ? await plan(run) : {};
  if (options.plan) return;
  if (isPlanned && !options.yes && !(await isConfirmed(run)))
    throw new CommandError('failed', 'Nothing was changed.');
  // A job is cancelled by its ID, which the response has.
  const output = await call(
    run,
    operation,
    { ...input, ...passed },
    meta.jobId === undefined ? signal : undefined,
  );
  const jobId = meta.jobId?.(output) ?? null;
  if (jobId !== null) {
    const job = await followJob(host, jobId, signal);
    await printResult(run, Job, job, () => jobLines(job));
    const problem = jobProblem(job);
    if (problem !== null) throw new CommandError('failed', problem);
  } else if (getEventIteratorSchemaDetails(outputSchema) !== undefined)
    await printStream(run, timestampsToText(outputSchema, output) as AsyncIterable<unknown>);
  else if (meta.pieces !== undefined) await transfer(run, output, meta.pieces);
  else if (outputSchema === SavedFile && options.json !== true) {
    const { base64 } = SavedFile.parse(output);
    await writeOutput(options, (write) => write(Buffer.from(base64, 'base64')));
  } else await printResult(run, outputSchema, output);
}

export async function runOperation(
  operation: NamedOperation,
  args: readonly string[],
  options: ApiOptions,
): Promise<void> {
  const { input: file, out, yes = false } = options;
  checkOptions(operation, options);
  const json = file === undefined || isUploaded(operation) ? null : await inputText(file);
  const input = readFields(operation, args, json);
  if (out !== undefined) await checkPath(out, yes);
  const host = await connectHost(options);
  const stopping = new AbortController();
  const ignoreInterrupts = onInterrupt(() => stopping.abort());
  try {
    await perform({ operation, input, options, host, signal: stopping.signal });
    if (stopping.signal.aborted && operation.declared.meta.jobId === undefined)
      throw new CommandError('failed', 'Stopped.');
  } catch (error) {
    if (stopping.signal.aborted && !(error instanceof CommandError))
      throw new CommandError('failed', 'Stopped.', error);
    throw error;
  } finally {
    ignoreInterrupts();
  }
}
