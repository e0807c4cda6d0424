/**
 * Runs a scenario: starts the product and the mock endpoints, performs the steps in virtual time, and evaluates
 * the expectations on what was recorded.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel } from '#main/kit/parallel.ts';
import { storageCodeOf } from '#main/kit/storage-error.ts';
import { createTemporaryFolder } from '#main/kit/temporary-folder.ts';
import { limitYoungGeneration } from '#main/kit/young-generation.ts';
import { checkInvariants } from '#main/scenarios/checks/check-invariants.ts';
import { type EvaluatedCheck, evaluate, notEvaluated } from '#main/scenarios/expect/evaluate.ts';
import { readsServer } from '#main/scenarios/expect/outside.ts';
import { onlyExplored } from '#main/scenarios/expect/probe.ts';
import { randomHeaders } from '#main/scenarios/history/history-hash.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { openRunData, type RunData } from '#main/scenarios/run-data.ts';
import { createRunReport, timelineOf } from '#main/scenarios/run-report.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { restartPlaceholder, runCommandText } from '#shared/scenarios/command.ts';
import { remoteOrigins } from '#shared/scenarios/origins.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Check, InconclusiveReason } from '#shared/scenarios/schema/report.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import type { Run } from './context.ts';
import { createDecidedChecks } from './decided-checks.ts';
import { expectationInputs } from './expectation-inputs.ts';
import { createFacts } from './facts.ts';
import type { RunAhead } from './messages.ts';
import { startMocks } from './mocks.ts';
import { createOutgoingRequests, type OutgoingRequests } from './outgoing-requests.ts';
import { createPace } from './pace.ts';
import { throwawaySecretBox } from './parts.ts';
import { createProcesses } from './processes.ts';
import { createRecorder, type Names } from './recorder.ts';
import { mayRunAhead, momentFrom, runAheadTo } from './run-ahead.ts';
import { createRunFiles } from './run-files.ts';
import type { FinishedRun, RunSettings } from './run-settings.ts';
import { createStateReader } from './server-state.ts';
import { createMocks, createProductContent, resetServers } from './setup.ts';
import { codeOf, createUnderTest } from './under-test.ts';

/** The time zone of the process must be that of the scenario's clock. */
export async function runScenario(scenario: Scenario, settings: RunSettings): Promise<FinishedRun> {
  const known = knownOf(scenario, settings);
  const temporary = await createTemporaryFolder('run').catch((error: unknown) =>
    notStarted(known, error),
  );
  if ('report' in temporary) return temporary;
  const { path: folder, remove, keep } = temporary;
  const outgoing = createOutgoingRequests(settings);
  try {
    const run = await startRun(known, folder, outgoing).catch((error: unknown) =>
      notStarted(known, error),
    );
    if ('report' in run) return run;
    const ended = await performRun(run).finally(run.mocks.stop);
    const finished = { ...ended, snapshotProblems: await run.files.writeSnapshots() };
    await save(finished, settings, folder);
    return finished;
  } finally {
    await outgoing.close();
    if (settings.keep === undefined) await remove();
    else {
      keep();
      settings.keep(folder);
    }
  }
}

/** Before anything is started. */
function knownOf(scenario: Scenario, settings: RunSettings) {
  const { start } = scenario.clock;
  const redact = redactSecretsOf(scenario);
  const startsAt = start.kind === 'at' ? start.at : Date.now() - start.beforeMs;
  const names: Names = {
    sources: new Map(),
    destinations: new Map(),
    mocks: new Map(),
    servers: new Map(),
    computations: new Map(),
  };
  const recorder = createRecorder({ startsAt, names, redact });
  const facts = createFacts({ scenario, seed: settings.seed, startsAt, names, recorder });
  return { scenario, settings, startsAt, names, recorder, facts, redact };
}

type Known = ReturnType<typeof knownOf>;

function notStored(code: string): InconclusiveReason {
  const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
  const message = `The data of the run can't be stored in ${tmpdir()} (${code}). Make it writable, with enough space, or set ${variable} to another folder.`;
  return { code: 'step_failed', message, place: null };
}

/** Inconclusive, if its data can't be stored; other errors are thrown. */
function notStarted(known: Known, error: unknown): FinishedRun {
  const code = storageCodeOf(error);
  if (code === null) throw error;
  const { scenario, startsAt, facts, recorder } = known;
  const now = facts.at(startsAt);
  recorder.checks.push(
    ...scenario.then.map((expectation) => notEvaluated(expectation, expectation.place, now)),
  );
  return finishedRun(known, startsAt, notStored(code), [], realNow());
}

async function startRun(known: Known, folder: string, outgoing: OutgoingRequests): Promise<Run> {
  const { scenario, settings, startsAt } = known;
  // Loads its program while the mock endpoints start.
  const loading = settings.products.take();
  const mocks = await startMocks({ ...settings, folder, now: startsAt, gate: outgoing.gate }).catch(
    (error: unknown) => {
      loading.kill();
      throw error;
    },
  );
  const product = createUnderTest({ ...known, mocks, folder, loading });
  const files = createRunFiles(scenario.file, settings);
  const state = createStateReader({ ...known, outgoing });
  return { ...known, mocks, files, outgoing, product, state };
}

/** Why a run ended early. */
function reasonOf(error: unknown): InconclusiveReason {
  if (error instanceof Inconclusive)
    return { code: error.code, message: error.message, place: error.place };
  const message = error instanceof Error ? error.message : String(error);
  if (codeOf(error) === 'stall') return { code: 'stall', message, place: null };
  if (codeOf(error) === 'process_ended') return { code: 'product_ended', message, place: null };
  return { code: 'step_failed', message, place: null };
}

const interrupted: InconclusiveReason = {
  code: 'interrupted',
  message: 'The run was interrupted.',
  place: null,
};

/** Before anything is sent: what is compared with a run without disturbances needs one. */
function checkExplored({ scenario, settings }: Run): void {
  const inSteps = scenario.when.flatMap((step) => (step.action === 'check' ? step.input : []));
  for (const expectation of settings.undisturbed ? [] : [...inSteps, ...scenario.then])
    if (expectation.subject === 'probe' && expectation.asUndisturbed === true)
      throw new Inconclusive('not_explored', onlyExplored, expectation.place);
}

const realNow = () => ({ at: Date.now(), elapsedMs: performance.now() });

async function performRun(run: Run): Promise<FinishedRun> {
  const { product, facts } = run;
  const { signal } = run.settings;
  const realStart = realNow();
  let isComplete = false;
  let reason: InconclusiveReason | null = null;
  let notEnded: InconclusiveReason | null = null;
  signal.addEventListener('abort', product.interrupt);
  try {
    try {
      checkExplored(run);
      await createMocks(run);
      await product.start();
      await createProductContent(run);
      await facts.look(product.now(), product, run.mocks);
      await resetServers(run);
      notEnded = await performSteps(run);
    } catch (error) {
      const code = run.recorder.storageCode();
      reason = signal.aborted ? interrupted : code === null ? reasonOf(error) : notStored(code);
    } finally {
      signal.removeEventListener('abort', product.interrupt);
    }
    const invariants = await evaluateEnd(run, reason !== null);
    if (reason === null && signal.aborted) reason = interrupted;
    isComplete = reason === null;
    return finishedRun(run, product.now(), reason ?? notEnded, invariants, realStart);
  } finally {
    await product.end(isComplete);
  }
}

/** Lets the user's system know the time. */
async function notifyOf(time: number, { scenario, outgoing }: Run): Promise<void> {
  const { notifyUrl: url } = scenario.clock;
  if (url === null) return;
  const body = JSON.stringify({ now: new Date(time).toISOString() });
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'PUT', url, headers, body, timeoutMs: 10_000 };
  await outgoing.request(request).catch((error: Error) => {
    throw new Inconclusive('http_step_failed', `notifyUrl ${url}: ${error.message}`);
  });
}

/**
 * Moves virtual time from event to event until the steps have ended and everything is finished. Resolves with the
 * reason if the horizon came first: what was to be rehearsed then did not happen.
 */
async function performSteps(run: Run): Promise<InconclusiveReason | null> {
  const { scenario, settings, startsAt, mocks, product, recorder, facts } = run;
  const { resolutionMs, horizonMs } = scenario.clock;
  const { limitMs, untilMs, signal } = settings;
  const speed = settings.speed ?? (scenario.clock.speed === 'max' ? null : scenario.clock.speed);
  const pace = createPace({ speed, isPaused: false });
  settings.onPaceChange?.(pace.change);
  let limitAt = performance.now() + limitMs;
  const canRunAhead = mayRunAhead(scenario);
  const decided = createDecidedChecks(run);
  const isCut = untilMs !== null && untilMs < horizonMs;
  const endsAt = startsAt + (isCut ? untilMs : horizonMs);
  const processes = createProcesses(run);

  function notEnded(): InconclusiveReason | null {
    const step = processes.firstUnended();
    // With --until, the user ends it.
    if (step === undefined || isCut) return null;
    const message = `The step ${step.id} had not ended after ${formatDuration(product.now() - startsAt)} of virtual time. Change it, or extend clock.horizon.`;
    return { code: 'step_not_ended', message, place: step.place };
  }

  function checkLimits(): void {
    signal.throwIfAborted();
    if (performance.now() > limitAt)
      throw new Inconclusive(
        'time_limit',
        `The run took longer than ${Math.round(limitMs / 1_000)} s. Increase --limit or shorten the run.`,
      );
    if (recorder.timeouts() >= (settings.maxTimeouts ?? Number.POSITIVE_INFINITY))
      throw new Inconclusive('server_timed_out', 'A server did not respond in time.');
  }

  /** Rounded up to the resolution of the clock; null if nothing more will happen. */
  function nextMoment(): number | null {
    const times = [processes.nextAt(), mocks.nextAt(), product.nextAt()].filter(
      (time) => time !== null,
    );
    if (times.length === 0) return null;
    return Math.max(product.now(), momentFrom(Math.min(...times), { startsAt, resolutionMs }));
  }

  /** Keeps to the speed, and lets the user's system know the time. */
  async function moveTo(time: number): Promise<void> {
    if (time > product.now()) {
      const leftMs = limitAt - performance.now();
      limitAt += await pace.wait(time - product.now(), leftMs + 1, signal);
      checkLimits();
      await notifyOf(time, run);
    }
    product.moveTo(time);
  }

  /** After the next advance. Null if a step or a mock endpoint may act first, which only the advance shows. */
  function aheadOfAdvance(): RunAhead | null {
    const mocksAt = mocks.nextAt();
    const now = product.now();
    if (
      !canRunAhead ||
      !pace.isUnlimited() ||
      processes.hasCondition() ||
      (mocksAt !== null && mocksAt <= now)
    )
      return null;
    return runAheadTo({ steps: processes.nextAt(), mocks: mocksAt, end: endsAt }, now, {
      ...{ startsAt, resolutionMs },
      endsWhenFinished: processes.isDone(),
    });
  }

  async function advance(ahead: RunAhead | null): Promise<void> {
    await product.advance(ahead);
    limitYoungGeneration();
    // A failure to store proves nothing about a server.
    const code = recorder.storageCode();
    if (code !== null) throw new Inconclusive('step_failed', notStored(code).message);
    await run.state.sample(product.now());
    const ledger = product.ledger();
    const steps = processes.running().map(({ id }) => id);
    if (ledger === null) return;
    settings.progress({ atMs: product.now() - startsAt, ledger, steps }, () => {
      const now = facts.at(product.now());
      const timeline = timelineOf(recorder.history, now, recorder.outages);
      return run.redact({ timeline, checks: decided(now) });
    });
  }

  for (;;) {
    checkLimits();
    // A step may wait for the outcome of the last advance.
    const hasRun = await processes.runDue(product.now());
    if (hasRun || product.advances() === 0) {
      await advance(null);
      continue;
    }
    if (processes.isDone() && product.isFinished(null)) return null;
    const time = nextMoment();
    if (time === null) return notEnded();
    await moveTo(Math.min(time, endsAt));
    await advance(aheadOfAdvance());
    if (time > endsAt) return notEnded();
  }
}

/** Adds the checks of the end, and returns the invariants. Of a run that ended early, nothing can be decided. */
async function evaluateEnd(run: Run, endedEarly: boolean): Promise<readonly Check[]> {
  const { scenario, recorder, facts, product } = run;
  const { signal } = run.settings;
  const now = facts.at(product.now());
  async function check(expectation: Scenario['then'][number]): Promise<EvaluatedCheck> {
    const { place } = expectation;
    const undecided = () => notEvaluated(expectation, place, now);
    if (endedEarly || signal.aborted) return undecided();
    const inputs = expectationInputs(run);
    return evaluate(expectation, place, recorder.history, now, inputs).catch((error) => {
      // Stopped while it waited.
      if (!signal.aborted) throw error;
      return undecided();
    });
  }
  // Read at once: what one waits for says nothing about how long the side effects of another take.
  const ofServers = scenario.then.filter(readsServer);
  const checks = await inParallel(ofServers, check);
  const known = new Map(ofServers.map((expectation, index) => [expectation, checks[index]]));
  for (const expectation of scenario.then)
    recorder.checks.push(known.get(expectation) ?? (await check(expectation)));
  if (endedEarly || signal.aborted) return [];
  return checkInvariants(recorder.history, now, facts.observations(), scenario.invariants.skip);
}

function finishedRun(
  { scenario, settings, startsAt, recorder, facts, redact }: Known,
  endedAt: number,
  reason: InconclusiveReason | null,
  invariants: readonly Check[],
  realStart: ReturnType<typeof realNow>,
): FinishedRun {
  const { file, name, description, tags, case: caseName, secretVariables } = scenario;
  const { version, seed, set, untilMs } = settings;
  const { checks, unmetWaits, outages, history, senders } = recorder;
  const undecided = checks.map(({ inconclusive }) => inconclusive);
  const report = createRunReport(
    {
      ...{ version, seed, outages },
      scenario: { file, name, description: description ?? null, tags, case: caseName },
      command: runCommandText({
        ...{ file, seed, case: caseName, set, secretVariables, untilMs },
        allowOrigins: remoteOrigins(scenario),
        restartWith: settings.serverProgram && restartPlaceholder,
      }),
      checks: [...checks.map(({ check }) => check), ...invariants],
      inconclusive: [reason, ...unmetWaits, ...undecided].filter((one) => one !== null),
      randomHeaders: randomHeaders(scenario),
      real: {
        startedAt: new Date(realStart.at).toISOString(),
        durationMs: Math.round(performance.now() - realStart.elapsedMs),
        archive: null,
      },
    },
    history,
    facts.at(endedAt),
  );
  return { report: redact(report), history, startsAt, senders, snapshotProblems: [] };
}

/** The product and the mock endpoints have stopped, and their data still exists. */
async function save(run: FinishedRun, settings: RunSettings, folder: string): Promise<void> {
  let data: RunData | undefined;
  const folders = { product: join(folder, 'product'), mocks: join(folder, 'mocks') };
  const open = (): RunData => {
    data ??= openRunData({ folders, secretBox: throwawaySecretBox, senders: run.senders });
    return data;
  };
  await settings.save?.(run, open).finally(() => data?.close());
}
