/** `hookwright scenarios record`: writes what was done in a running Hookwright as a scenario. */
import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { makeFolder } from '#core/make-folder.ts';
import { isInside, realPath } from '#core/scenarios/files-on-disk.ts';
import { printJson, printLine, printLines } from '#headless/print.ts';
import { leftOutLabels } from '#shared/labels/left-out.ts';
import { recordingVerdict } from '#shared/report/recording-verdict.ts';
import { runLines } from '#shared/report/scenario-text.ts';
import type { RecordedScenario } from '#shared/schemas/scenario/recording.ts';
import type { RunReport } from '#shared/schemas/scenario/report.ts';
import { CommandError, reportErrors } from '../deliveries/command-error.ts';
import { addHostOptions, connectHost, type Host, type HostOptions } from '../deliveries/host.ts';
import { runExitCodes } from './reports.ts';
import { duration, originOf } from './run-options.ts';

/** As recordings name them. */
const fixtureName = /^fixtures\/[A-Za-z0-9][\w.-]*\.jsonl$/;

interface RecordOptions extends HostOptions {
  readonly out: string;
  readonly last: number;
  readonly name?: string;
  readonly allowOrigin: readonly string[];
}

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null)) !== null;

/** Fails before anything is run if a file would be replaced. */
async function checkUnused(paths: readonly string[]): Promise<void> {
  for (const path of paths)
    if (await isThere(path))
      throw new CommandError('usage', `${path} already exists. Choose another name.`);
}

function printRecording({ steps, messages, leftOut, expectations }: RecordedScenario): void {
  printLine(`${steps.length} steps, ${messages} messages`);
  for (const { operation, reason, count } of leftOut)
    printLine(`  left out: ${operation}${count > 1 ? ` ×${count}` : ''}, ${leftOutLabels[reason]}`);
  printLine(`${expectations.length} expectations held`);
}

async function runOnce(
  host: Host,
  id: string,
  allowOrigins: readonly string[],
): Promise<RunReport> {
  for await (const update of await host.recordings.run({ id, allowOrigins: [...allowOrigins] }))
    if (update.kind === 'finished') return update.run.report;
  throw new CommandError('failed', 'The run has no report.');
}

/** Another server may answer at the address, with names of files that would run. */
function fixturePath(out: string, name: string): string {
  const path = join(dirname(out), name);
  if (!fixtureName.test(name) || !isInside(realPath(dirname(out)), realPath(path)))
    throw new CommandError('failed', `${name} can't be the name of a fixture. Check the address.`);
  return path;
}

async function record({ out, last, name, allowOrigin, json, ...options }: RecordOptions) {
  if (!/\.ya?ml$/.test(out)) throw new CommandError('usage', `--out ${out} must end in .yaml.`);
  await checkUnused([out]);
  const title = name ?? basename(out).replace(/\.ya?ml$/, '');
  const host = await connectHost(options);
  const recording = await host.recordings.create({ name: title, lastMs: last });
  const report = await runOnce(host, recording.id, allowOrigin);
  const { text, fixtures } = await host.recordings.files({ id: recording.id });
  const fixtureFiles = fixtures.map((fixture) => ({
    path: fixturePath(out, fixture.name),
    text: fixture.text,
  }));
  await checkUnused([out, ...fixtureFiles.map(({ path }) => path)]);
  // Fixtures first, so that no scenario lacks one.
  for (const file of [...fixtureFiles, { path: out, text }]) {
    makeFolder(dirname(file.path));
    await writeFile(file.path, file.text, { flag: 'wx' });
  }
  const verdict = recordingVerdict(report);
  const failed = report.checks.filter((check) => check.verdict === 'failed');
  if (json)
    printJson(
      JSON.stringify(
        { out, verdict, ...recording, failed: failed.map((one) => one.name) },
        null,
        2,
      ),
    );
  else {
    printRecording(recording);
    for (const check of failed) printLine(`  left out: ${check.name} (failed when it ran)`);
    if (verdict !== 'passed') printLines(runLines(report));
    printLine(`Wrote ${out}. It ${verdict === 'passed' ? 'passes' : `is ${verdict}`}.`);
  }
  process.exitCode = runExitCodes[verdict];
}

export function addRecord(group: Command): void {
  const command = group
    .command('record')
    .description('Write what was done in a running Hookwright as a scenario, and run it once.')
    .exitOverride()
    .requiredOption('--out <file>', 'scenario file to write; fixtures are written next to it')
    .addOption(
      new Option('--last <duration>', 'how much of the past, in real time, such as 10m')
        .argParser(duration)
        .default(600_000, '10m'),
    )
    .option('--name <text>', 'name of the scenario (default: that of the file)')
    .addOption(
      new Option(
        '--allow-origin <url>',
        'server beyond this machine that may get requests; repeatable',
      )
        .argParser(originOf)
        .default([], 'none'),
    );
  addHostOptions(command).action(reportErrors(record));
}
