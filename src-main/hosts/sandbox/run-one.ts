/** One run of a scenario, with its own processes, temporary folder, sockets and files. */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { replaceFile } from '#main/kit/files.ts';
import { isSnapshot } from '#main/scenarios/expect/predicates/snapshot.ts';
import type { FilesOnDisk } from '#main/scenarios/files-on-disk.ts';
import { openRunData, type RunData } from '#main/scenarios/run-data.ts';
import { runCommandText } from '#shared/scenarios/command.ts';
import { remoteOrigins } from '#shared/scenarios/origins.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import { throwawaySecretBox } from './parts.ts';
import type { RunPorts } from './ports.ts';
import type { ProductProcesses } from './product.ts';
import { type FinishedRun, runScenario } from './run.ts';
import { createRunPorts, makeRunFolder } from './run-ports.ts';

export interface RunSettings {
  readonly version: string;
  readonly seed: number;
  /** Values of variables, for the command that runs it again. */
  readonly set: Readonly<Record<string, string>>;
  /** Origins of other machines that it may send to. */
  readonly allowOrigins: readonly string[];
  readonly stallMs: number;
  readonly limitMs: number;
  readonly untilMs: number | null;
  /** Null: that of the file. */
  readonly speed: number | null;
  /** Saves the results while the data of the run still exists. */
  readonly save?: (run: FinishedRun, openData: () => RunData) => Promise<void>;
  /** Keeps the data folder and reports its path. */
  readonly keep?: (path: string) => void;
  /** Writes snapshots. */
  readonly updatesSnapshots: boolean;
  readonly files: FilesOnDisk;
  readonly products: ProductProcesses;
  readonly signal: AbortSignal;
  readonly progress: RunPorts['progress'];
}

/** The time zone of the process must be that of the scenario's clock. */
export async function runOne(scenario: Scenario, settings: RunSettings): Promise<FinishedRun> {
  const { version, seed, set, allowOrigins, files, products, stallMs, limitMs, untilMs } = settings;
  const { updatesSnapshots } = settings;
  const { file, secretVariables } = scenario;
  const folder = await makeRunFolder();
  const changedSnapshots = new Map<string, string>();
  function pathBeside(name: string): string {
    const path = files.resolve(file, name);
    if (path === null) throw new Error(`A scenario can't use ${name}.`);
    return files.absolute(path);
  }

  /** Null without a snapshot, and for one that is updated. */
  function readSnapshot(name: string): string | null {
    const path = pathBeside(name);
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    const text = isFile ? readFileSync(path, 'utf8') : null;
    return updatesSnapshots && text !== null && isSnapshot(text) ? null : text;
  }

  const ports = createRunPorts({
    ...{ version, folder, stallMs, products, remoteOrigins: allowOrigins },
    ...{ signal: settings.signal, progress: settings.progress },
    files: {
      readFile: async (name) => readFile(pathBeside(name)),
      readSnapshot,
      snapshotFound: (name, text) => void changedSnapshots.set(name, text),
    },
  });
  async function save(run: FinishedRun): Promise<void> {
    if (settings.save === undefined) return;
    let data: RunData | undefined;
    const { senders } = run;
    const open = (): RunData => {
      data ??= openRunData({ folders: folder, secretBox: throwawaySecretBox, senders });
      return data;
    };
    await settings.save(run, open).finally(() => data?.close());
  }

  try {
    const speed = scenario.clock.speed === 'max' ? null : scenario.clock.speed;
    const command = runCommandText({
      ...{ file, seed, case: scenario.case, set, secretVariables, untilMs },
      allowOrigins: remoteOrigins(scenario),
    });
    const finished = await runScenario(
      scenario,
      { version, seed, stallMs, limitMs, untilMs, speed: settings.speed ?? speed, command },
      ports,
    );
    if (updatesSnapshots)
      for (const [name, text] of changedSnapshots)
        if (readSnapshot(name) === null) await replaceFile(pathBeside(name), text);
    await save(finished);
    return finished;
  } finally {
    await ports.close();
    if (settings.keep === undefined) await folder.remove();
    else settings.keep(folder.path);
  }
}
