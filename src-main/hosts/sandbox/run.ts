/**
 * Runs a scenario: sets up a product process and mock endpoints, runs the steps in
 * virtual time, and evaluates the expectations on what was recorded.
 */

import { checkInvariants } from '#main/scenarios/checks/check-invariants.ts';
import { type EvaluatedCheck, evaluate, notEvaluated } from '#main/scenarios/expect/evaluate.ts';
import { randomHeaders } from '#main/scenarios/history/history-hash.ts';
import { createHistory, type GrowingHistory } from '#main/scenarios/history/history-index.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { createRunReport, timelineOf } from '#main/scenarios/run-report.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Check, InconclusiveReason, RunReport } from '#shared/scenarios/schema/report.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import type { Run } from './context.ts';
import { createFacts } from './facts.ts';
import { emptyNames } from './names.ts';
import { createExpectationPorts } from './outside.ts';
import type { MocksPort, RunPorts } from './ports.ts';
import { createProcesses } from './processes.ts';
import { createRecorder, type Sent } from './recorder.ts';
import { createMocks, createProductContent, resetServers } from './setup.ts';
import { startStep } from './steps/start-step.ts';
import { runTimeline } from './timeline.ts';
import { codeOf, createUnderTest } from './under-test.ts';

export interface RunOptions {
  readonly version: string;
  readonly seed: number;
  /** Longest advance, in milliseconds of real time. */
  readonly stallMs: number;
  /** Longest run, in milliseconds of real time. */
  readonly limitMs: number;
  /** Stops at this moment of virtual time, in milliseconds since the start; null: at the end. */
  readonly untilMs: number | null;
  /** Times real time; null: as fast as possible. */
  readonly speed: number | null;
  /** The command that runs it again. */
  readonly command: string;
}

export interface FinishedRun {
  /** Without the values of secret variables, unlike the history. */
  readonly report: RunReport;
  readonly history: GrowingHistory;
  /** Virtual time at the start, in milliseconds since the epoch. */
  readonly startsAt: number;
  /** The attempts that sent the requests, by their number in the mock endpoints' log. */
  readonly senders: ReadonlyMap<number, Sent>;
}

const interrupted: InconclusiveReason = {
  code: 'interrupted',
  message: 'The run was interrupted.',
  place: null,
};

/** Why a run ended early. */
function reasonOf(error: unknown): InconclusiveReason {
  if (error instanceof Inconclusive)
    return { code: error.code, message: error.message, place: error.place };
  const message = error instanceof Error ? error.message : String(error);
  const isStall = codeOf(error) === 'stall' || (error instanceof Error && error.name === 'Stall');
  if (isStall) return { code: 'stall', message, place: null };
  if (codeOf(error) === 'process_ended') return { code: 'product_ended', message, place: null };
  return { code: 'step_failed', message, place: null };
}

export async function runScenario(
  scenario: Scenario,
  options: RunOptions,
  ports: RunPorts,
): Promise<FinishedRun> {
  const { start } = scenario.clock;
  const startsAt = start.kind === 'at' ? start.at : ports.realNow() - start.beforeMs;
  const mocks = await ports.startMocks({ seed: options.seed, now: startsAt });
  try {
    return await runOn(mocks, startsAt, scenario, options, ports);
  } finally {
    await mocks.stop();
  }
}

async function runOn(
  mocks: MocksPort,
  startsAt: number,
  scenario: Scenario,
  options: RunOptions,
  ports: RunPorts,
): Promise<FinishedRun> {
  const { seed, stallMs } = options;
  const realStart = ports.realNow();
  const elapsedStart = ports.elapsedMs();
  const redact = redactSecretsOf(scenario);
  const history = createHistory();
  const names = emptyNames();
  const checks: EvaluatedCheck[] = [];
  const outages: RunReport['timeline']['outages'] = [];
  /** Ids of the steps that started syncs and deletion requests, and that sent messages. */
  const origins = new Map<string, string>();
  const stepsOfMessages = new Map<string, string>();

  const underTest = createUnderTest({
    ...{ scenario, seed, stallMs, startsAt, ports, mocks, names, history },
    recorder: () => recorder,
    facts: () => facts,
  });
  const recorder = createRecorder({
    startsAt,
    webhookName: (url) => facts.webhookName(url),
    mockName: (id) => [...names.mocks].find(([, one]) => one.id === id)?.[0] ?? id,
    mockPort: (id) => {
      const mock = [...names.mocks.values()].find((one) => one.id === id);
      return mock && portOf(new URL(mock.url));
    },
    stepOfMessage: ({ messageId, origin }) =>
      stepsOfMessages.get(messageId) ?? origins.get(`${origin.kind} ${origin.id}`) ?? null,
    append: history.append,
    redact,
  });
  const facts = createFacts({
    ...{ scenario, names, startsAt },
    now: underTest.now,
    deliveryId: recorder.deliveryId,
  });
  const outside = createExpectationPorts({
    scenario,
    redact,
    names,
    product: underTest.up,
    mocks,
    ports,
  });

  const ingest: Run['ingest'] = async (source, message, messageId, step) => {
    const { writeKey = '' } = names.sources.get(source) ?? {};
    // A duplicate belongs to the step that sent it first.
    if (!stepsOfMessages.has(messageId)) stepsOfMessages.set(messageId, step);
    const response = await ports.request({
      method: 'POST',
      url: `${underTest.up().ingestUrl}/v1/batch`,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
      },
      body: JSON.stringify({ batch: [message] }),
      timeoutMs: stallMs,
    });
    if (response.status === 200) return underTest.accepted(messageId);
    // A step may disable a source or change its key on purpose.
    if (scenario.when.some(({ action }) => action === 'source')) return;
    throw new Inconclusive(
      'message_rejected',
      `${messageId} was rejected with ${response.status}: ${redact(response.body).slice(0, 200)}`,
      scenario.when.find(({ id }) => id === step)?.place ?? null,
    );
  };

  const sendPayload: Run['sendPayload'] = async (request, messageId, step) => {
    stepsOfMessages.set(messageId, step);
    await underTest.up().client.send.now({ ...request, messageId });
    await underTest.accepted(messageId);
  };

  const run: Run = {
    ...{
      scenario,
      seed,
      redact,
      ports,
      mocks,
      names,
      history,
      recorder,
      startsAt,
      ingest,
      sendPayload,
      underTest,
    },
    facts: facts.facts,
    expectationPorts: outside,
    cancelled: new Map(),
    ownOrigin: (kind, id, step) => void origins.set(`${kind} ${id}`, step),
    addCheck: (check) => void checks.push(check),
    recordOutage: (mock, untilMs) =>
      void outages.push({
        mock,
        from: underTest.now() - startsAt,
        until: untilMs - startsAt,
      }),
    settingsChanged: () => facts.look(underTest.up(), mocks),
  };
  const processes = createProcesses({
    steps: scenario.when,
    startsAt,
    start: (step) => startStep(run, step),
    started: ({ id }) => recorder.step(underTest.now(), id, 'started'),
    ended: ({ id }) => recorder.step(underTest.now(), id, 'ended'),
  });

  /** Null if the run completed. */
  async function runSteps(): Promise<InconclusiveReason | null> {
    const interrupt = (): void => {
      if (underTest.isUp()) void underTest.up().kill();
    };
    ports.signal.addEventListener('abort', interrupt);
    try {
      await createMocks(scenario, mocks, names, ports);
      await underTest.start();
      await createProductContent(scenario, underTest.up(), mocks, names, { ports, seed });
      await facts.look(underTest.up(), mocks);
      await resetServers(scenario, ports, redact);
      await runTimeline(scenario, options, startsAt, {
        ...{ ports, mocks, underTest, processes },
        timelineSoFar: () => redact(timelineOf(history, facts.facts(), outages)),
      });
      return null;
    } catch (error) {
      return ports.signal.aborted ? interrupted : reasonOf(error);
    } finally {
      ports.signal.removeEventListener('abort', interrupt);
    }
  }

  /** Checks at the end can't be decided if a run ended early. */
  async function evaluateEnd(endedEarly: boolean): Promise<readonly Check[]> {
    const now = facts.facts();
    for (const expectation of scenario.then) {
      const { place } = expectation;
      const undecided = () => notEvaluated(expectation, place, now);
      checks.push(
        endedEarly || ports.signal.aborted
          ? undecided()
          : await evaluate(expectation, place, history, now, outside).catch((error) => {
              // Stopped while it waited.
              if (!ports.signal.aborted) throw error;
              return undecided();
            }),
      );
    }
    if (endedEarly || ports.signal.aborted) return [];
    return checkInvariants(history, now, facts.observations(), scenario.invariants.skip);
  }

  let isComplete = false;
  try {
    const ended = await runSteps();
    const invariants = await evaluateEnd(ended !== null);
    const reason = ended ?? (ports.signal.aborted ? interrupted : null);
    isComplete = reason === null;
    const undecided = checks.map(({ inconclusive }) => inconclusive);
    const { file, name, description, tags, case: caseName } = scenario;
    const report = createRunReport(
      {
        version: options.version,
        scenario: { file, name, description: description ?? null, tags, case: caseName },
        seed,
        command: options.command,
        checks: [...checks.map(({ check }) => check), ...invariants],
        inconclusive: [reason, ...undecided].filter((reason) => reason !== null),
        outages,
        randomHeaders: randomHeaders(scenario),
        real: {
          startedAt: new Date(realStart).toISOString(),
          durationMs: Math.round(ports.elapsedMs() - elapsedStart),
          archive: null,
        },
      },
      history,
      facts.facts(),
    );
    return { report: redact(report), history, startsAt, senders: recorder.senders };
  } finally {
    if (underTest.isUp()) await (isComplete ? underTest.up().end() : underTest.up().kill());
  }
}
