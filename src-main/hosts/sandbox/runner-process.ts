/** The process of one run or exploration that a host started: reads the scenario, runs it and reports. */

import { exploreTarget } from '#main/scenarios/explore/target.ts';
import { NotExplorable } from '#main/scenarios/explore/variant.ts';
import { type FilesOnDisk, filesOnDisk, withTexts } from '#main/scenarios/files-on-disk.ts';
import { canonicalLines, randomHeaders } from '#main/scenarios/history/history-hash.ts';
import { startingAt, writeRunArchive } from '#main/scenarios/run-archive.ts';
import type { ExplorerRequest, RunnerRequest } from '#main/scenarios/scenarios.ts';
import { exploreCommandText } from '#shared/scenarios/command.ts';
import { remoteOrigins } from '#shared/scenarios/origins.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import type { RunPace } from '#shared/scenarios/schema/run.ts';
import { forkChild } from './child.ts';
import { exploreOne } from './explore-one.ts';
import type { FromRunner, ToRunner } from './messages.ts';
import { parent } from './parent.ts';
import { createProductProcesses } from './product.ts';
import { runScenario } from './run.ts';
import type { RunSettings } from './run-settings.ts';
import { parentPort, utilityStartChild } from './utility-child.ts';

/** Far more than any busy machine needs: only a hang takes as long. */
const stallMs = 60_000;
const limitMs = 600_000;
/** Advances are too frequent to read. */
const progressEveryMs = 200;

const cancelled = new AbortController();
/** The last change before the run could listen. */
let pace: RunPace | null = null;
let changePace = (next: RunPace): void => {
  pace = next;
};

const send = (message: FromRunner): void => parent.send(message);

const startChild = parentPort === undefined ? forkChild : utilityStartChild(parentPort);

const filesOf = ({ folder, root, texts }: RunnerRequest | ExplorerRequest): FilesOnDisk =>
  withTexts(filesOnDisk({ base: folder, root }), texts);

/** With the paths of the other files it refers to. */
async function readChosen(
  request: Pick<RunnerRequest, 'file' | 'set' | 'case' | 'storedSecrets'>,
  files: FilesOnDisk,
) {
  const { file, set, storedSecrets } = request;
  const read = await readScenario(file, { files, set, environment: {}, isCheck: false });
  const scenario = read.scenarios.find((one) => one.case === request.case);
  if (scenario === undefined) throw new Error(read.problems[0]?.message ?? `${file} has changed.`);
  return { scenario: { ...scenario, storedSecrets }, paths: read.files };
}

/** Limits the rate of updates. */
function throttled(pass: RunSettings['progress']): RunSettings['progress'] {
  let passedAt = Number.NEGATIVE_INFINITY;
  return (progress, details) => {
    if (performance.now() - passedAt < progressEveryMs) return;
    pass(progress, details);
    passedAt = performance.now();
  };
}

async function run(request: RunnerRequest): Promise<void> {
  const { version, seed, set, speed, allowOrigins, startsAt, untilMs, runArchiveFile } = request;
  const files = filesOf(request);
  const { scenario: read, paths } = await readChosen(request, files);
  const scenario = startsAt === null ? read : startingAt(read, startsAt);
  process.env.TZ = scenario.clock.zone;
  let isSaved = false;
  const { report } = await runScenario(scenario, {
    ...{ version, seed, set, speed, allowOrigins, stallMs, limitMs, files },
    products: createProductProcesses(startChild),
    untilMs,
    updatesSnapshots: false,
    async save({ report, history, startsAt }, openData) {
      const lines = canonicalLines(history.events, randomHeaders(scenario));
      const input = { scenario, files, paths, untilMs, report, lines, startsAt, data: openData() };
      await writeRunArchive(runArchiveFile, input);
      isSaved = true;
    },
    signal: cancelled.signal,
    onPaceChange: (change) => {
      changePace = change;
      if (pace !== null) change(pace);
    },
    progress: throttled((progress, details) => send({ kind: 'progress', progress, ...details() })),
  });
  // A run that could not start has no data to show.
  if (!isSaved) throw new Error(report.inconclusive[0]?.message);
  send({ kind: 'finished', report });
}

async function explore(request: ExplorerRequest): Promise<void> {
  const { version, file, set, allowOrigins, seed, budgetMs, position, unchecked, server } = request;
  const { allowIncomplete, responsesOnly } = request;
  const files = filesOf(request);
  const { scenario } = await readChosen(request, files);
  const text = await files.read(file);
  const target = exploreTarget(scenario, text.kind === 'text' ? text.text : '', server);
  const { secretVariables } = scenario;
  const command = exploreCommandText({
    ...{ ...request, case: scenario.case, secretVariables, maxRuns: null },
    ...{ stallMs: null, limitMs: null },
    allowOrigins: remoteOrigins(scenario),
  });
  const report = await exploreOne(scenario, target, {
    ...{
      kinds: request.disturbances,
      seed,
      budgetMs,
      maxRuns: null,
      exhaustive: null,
      position,
      unchecked,
      command,
    },
    ...{ allowIncomplete, responsesOnly },
    environment: {},
    progress: (progress) => send({ kind: 'progress', progress }),
    run: {
      ...{ version, set, allowOrigins, files, startChild, stallMs, limitMs },
      signal: cancelled.signal,
    },
  });
  send({ kind: 'finished', report });
}

function problemOf(error: unknown) {
  if (error instanceof NotExplorable) {
    const { message, fix, field } = error;
    return { message, fix, field };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}

let running: Promise<void> = Promise.resolve();

// The host ends this process when it has the last message.
parent.onMessage((received) => {
  const message = received as ToRunner;
  if (message.kind === 'cancel') return cancelled.abort();
  if (message.kind === 'pace') return changePace(message.pace);
  const work = message.kind === 'run' ? run(message.request) : explore(message.request);
  running = work.catch((error: unknown) => send({ kind: 'failed', ...problemOf(error) }));
});

// The host has exited: ends the run and removes its folder.
parent.onDisconnect(() => {
  cancelled.abort();
  void running.then(() => process.exit());
});
