/** The process of one run that a host started: reads the scenario, runs it and reports. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { filesOnDisk } from '#core/scenarios/files-on-disk.ts';
import type { RunnerRequest } from '#core/scenarios/scenarios.ts';
import { canonicalLine } from '#scenarios/history/digest.ts';
import type { RunPorts } from '#scenarios/run/ports.ts';
import { readScenario } from '#shared/scenario/read.ts';
import type { Scenario } from '#shared/scenario/scenario.ts';
import type { HistoryEvent } from '#shared/schemas/scenario/history.ts';
import { runOne } from './run-one.ts';
import type { FromRunner, ToRunner } from './runner-messages.ts';

const stallMs = 10_000;
const limitMs = 600_000;
/** Ticks are too frequent to read. */
const progressEveryMs = 100;

const cancelled = new AbortController();

const send = (message: FromRunner): Promise<void> =>
  new Promise((sent) => {
    if (process.connected) process.send?.(message, () => sent());
    else sent();
  });

async function readChosen(request: RunnerRequest): Promise<Scenario> {
  const { folder, root, file, set } = request;
  const files = filesOnDisk({ base: folder, root });
  const { scenarios, problems } = await readScenario(file, {
    files,
    set,
    environment: {},
    isCheck: false,
  });
  const chosen = scenarios.find((scenario) => scenario.case === request.case);
  if (chosen === undefined) throw new Error(problems[0]?.message ?? `${file} has changed.`);
  return chosen;
}

/** Limits the rate of updates. */
function throttled(pass: RunPorts['progress']): RunPorts['progress'] {
  let passedAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - passedAt < progressEveryMs) return;
    passedAt = performance.now();
    pass(progress);
  };
}

function* linesOf(events: Iterable<HistoryEvent>): Generator<string> {
  for (const event of events) yield `${canonicalLine(event)}\n`;
}

async function run(request: RunnerRequest): Promise<void> {
  const { version, seed, set, speed, folder, root, eventsFile } = request;
  const scenario = await readChosen(request);
  process.env.TZ = scenario.clock.zone;
  const { report, history } = await runOne(scenario, {
    ...{ version, seed, set, speed, stallMs, limitMs },
    untilMs: null,
    updatesSnapshots: false,
    files: filesOnDisk({ base: folder, root }),
    signal: cancelled.signal,
    progress: throttled(({ atMs, ledger, steps }) => {
      void send({ kind: 'progress', progress: { atMs, ledger, steps: [...steps] } });
    }),
  });
  await pipeline(
    Readable.from(linesOf(history.events)),
    createGzip(),
    createWriteStream(eventsFile, { mode: 0o600 }),
  );
  await send({ kind: 'finished', report });
}

process.on('message', (message: ToRunner) => {
  if (message.kind === 'cancel') return cancelled.abort();
  run(message.request)
    .catch((error: unknown) =>
      send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => process.exit());
});

// The host has exited: ends the run and removes its folder.
process.on('disconnect', () => cancelled.abort());
