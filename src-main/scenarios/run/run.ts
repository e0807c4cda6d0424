/**
 * Runs a scenario: sets it up in a product process and with receivers of its own, runs its steps in
 * virtual time until everything is settled, and evaluates the expectations on what was recorded.
 */
import type { Scenario } from '#shared/scenario/scenario.ts';
import type { Check, InconclusiveReason, RunReport } from '#shared/schemas/scenario/report.ts';
import { checkInvariants } from '../checks/check-invariants.ts';
import { type EvaluatedCheck, type ExpectationPorts, evaluate } from '../expect/evaluate.ts';
import { createHistory, type GrowingHistory } from '../history/history-index.ts';
import { createRunReport } from '../run-report.ts';
import { type CrashTrigger, Inconclusive, type Run } from './context.ts';
import { createFacts } from './facts.ts';
import { createExpectationPorts } from './outside.ts';
import type { ProductPort, Reported, RunPorts, Ticked } from './ports.ts';
import { createProcesses } from './processes.ts';
import { createRecorder } from './recorder.ts';
import { createProductContent, createReceivers, emptyNames, resetExternals } from './setup.ts';
import { startStep } from './steps/start-step.ts';
import { createTicker } from './tick.ts';

export interface RunOptions {
  readonly version: string;
  readonly seed: number;
  /** Longest tick, in milliseconds of real time. */
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
  readonly report: RunReport;
  readonly history: GrowingHistory;
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

function reasonOf(error: unknown): InconclusiveReason {
  if (error instanceof Inconclusive)
    return { code: error.code, message: error.message, place: error.place };
  const message = error instanceof Error ? error.message : String(error);
  const isStall = codeOf(error) === 'stall' || (error instanceof Error && /Stall/.test(error.name));
  if (isStall) return { code: 'stall', message, place: null };
  if (codeOf(error) === 'process_ended') return { code: 'product_ended', message, place: null };
  return { code: 'step_failed', message, place: null };
}

export async function runScenario(
  scenario: Scenario,
  options: RunOptions,
  ports: RunPorts,
): Promise<FinishedRun> {
  const { seed } = options;
  const realStart = ports.realNow();
  const elapsedStart = ports.elapsedMs();
  const { start } = scenario.clock;
  const startsAt = start.kind === 'at' ? start.at : realStart - start.beforeMs;
  const history = createHistory();
  const names = emptyNames();
  const checks: EvaluatedCheck[] = [];
  const reasons: InconclusiveReason[] = [];
  const outages: RunReport['timeline']['outages'] = [];
  const origins = new Map<string, string>();
  const stepsOfMessages = new Map<string, string>();

  const stage = await ports.startStage({ seed, now: startsAt });
  let product: ProductPort | null = null;
  let now = startsAt;
  let last: Ticked | null = null;
  let reported: Reported | null = null;
  let starts = 0;
  let ticks = 0;
  let isGateOpen = true;
  let isCrashExpected = false;
  let acceptedLeft: number | null = null;

  const recorder = createRecorder({
    startsAt,
    webhookName: (url) => facts.webhookName(url),
    receiverName: (id) => [...names.receivers].find(([, one]) => one.id === id)?.[0] ?? id,
    stepOfMessage: ({ messageId, origin }) =>
      stepsOfMessages.get(messageId) ?? origins.get(`${origin.kind} ${origin.id}`) ?? null,
    append: history.append,
  });
  const facts = createFacts({
    scenario,
    names,
    startsAt,
    now: () => now,
    deliveryId: recorder.deliveryId,
  });
  const ticker = createTicker({
    product: () => product,
    stage,
    stagePorts: () =>
      new Set([...names.receivers.values()].map(({ url }) => Number(new URL(url).port))),
    stallMs: options.stallMs,
    elapsedMs: ports.elapsedMs,
    pause: ports.pause,
  });

  function record(ticked: Ticked | null): void {
    recorder.tick(
      ticked?.now ?? now,
      ticked?.account ?? null,
      product?.takeStarted() ?? [],
      stage.takeRequests(),
      product?.takeErrors() ?? [],
    );
    if (ticked === null) return;
    now = ticked.now;
    reported = ticked.account.last;
    last = ticked;
    facts.noteLedger(ticked.ledger);
  }

  /** The process was killed: what it sent before and what the receivers saw is still recorded. */
  async function afterCrash(): Promise<void> {
    await product?.kill();
    await stage.atRest();
    record(null);
    facts.forgetLedgerOfNow();
    product = null;
    last = null;
    isCrashExpected = false;
    acceptedLeft = null;
  }

  async function tick(): Promise<void> {
    ticks += 1;
    try {
      await ticker.tick(now, isGateOpen, record);
    } catch (error) {
      if (codeOf(error) !== 'process_ended' || !isCrashExpected) throw error;
      await afterCrash();
    }
    const steps = processes.running().map(({ id }) => id);
    if (last !== null) ports.progress({ atMs: now - startsAt, ledger: last.ledger, steps });
  }

  async function startProduct(): Promise<void> {
    // Another seed, since ids of before the restart are taken.
    const started = await ports.startProduct({ seed: seed + 1_000_003 * starts, now, reported });
    starts += 1;
    product = started;
    isGateOpen = true;
    const urls = [...names.externals.values()];
    const forwarding = scenario.given.receivers.flatMap(({ name, forward }) => {
      const url = forward == null ? undefined : names.receivers.get(name)?.url;
      return url === undefined ? [] : [url];
    });
    await started.setExternals([...urls, ...forwarding]);
  }

  const upProduct = (): ProductPort => {
    if (product === null) throw new Error('The product is down.');
    return product;
  };

  async function ingest(
    source: string,
    message: object,
    messageId: string,
    step: string,
  ): Promise<void> {
    const { writeKey = '' } = names.sources.get(source) ?? {};
    stepsOfMessages.set(messageId, step);
    const response = await ports.request({
      method: 'POST',
      url: `${upProduct().ingestUrl}/v1/batch`,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
      },
      body: JSON.stringify({ batch: [message] }),
      timeoutMs: options.stallMs,
    });
    if (response.status === 200) facts.noteAccepted(messageId);
    else if (!scenario.when.some(({ action }) => action === 'source'))
      throw new Inconclusive(
        'message_rejected',
        `${messageId} was rejected with ${response.status}: ${response.body.slice(0, 200)}`,
        scenario.when.find(({ id }) => id === step)?.place ?? null,
      );
    if (acceptedLeft === null) return;
    acceptedLeft -= 1;
    if (acceptedLeft === 0) await afterCrash();
  }

  const isSettled = (destination: string | null): boolean => {
    if (last === null || last.openJobs.length > 0 || last.hasInFlight || last.hasWaiting)
      return false;
    if (destination === null) {
      const { pending, sending, retrying } = last.ledger;
      return pending + sending + retrying === 0;
    }
    return [...history.deliveries.values()].every(
      (delivery) =>
        delivery.destination !== destination ||
        !['pending', 'sending', 'retrying'].includes(delivery.versions.at(-1)?.event.state ?? ''),
    );
  };

  const outside = createExpectationPorts({ scenario, names, product: upProduct, stage, ports });
  const expectationPorts = (): ExpectationPorts => outside;

  const run: Run = {
    scenario,
    seed,
    ports,
    stage,
    names,
    history,
    recorder,
    startsAt,
    now: () => now,
    ticks: () => ticks,
    product: upProduct,
    isUp: () => product !== null,
    isSettled,
    facts: facts.facts,
    expectationPorts,
    ingest,
    ownOrigin: (kind, id, step) => void origins.set(`${kind} ${id}`, step),
    addCheck: (check) => void checks.push(check),
    noteOutage: (receiver, untilMs) =>
      void outages.push({ receiver, from: now - startsAt, until: untilMs - startsAt }),
    settingsChanged: () => facts.look(upProduct(), stage),
    kill: afterCrash,
    async arm({ point, nth }: CrashTrigger) {
      isCrashExpected = true;
      if (point === 'accepted') acceptedLeft = nth;
      else await upProduct().arm(point, nth);
    },
    closeGate() {
      isGateOpen = false;
    },
    hasInFlight: () => last?.hasInFlight ?? false,
    isJobOpen: (id) => last === null || last.openJobs.includes(id),
    async stopProduct() {
      await upProduct().stop();
      await stage.atRest();
      record(null);
      facts.forgetLedgerOfNow();
      product = null;
      last = null;
    },
    startProduct,
  };

  const processes = createProcesses({
    steps: scenario.when,
    startsAt,
    start: (step) => startStep(run, step),
    started: ({ id }) => recorder.step(now, id, 'started'),
    ended: ({ id }) => recorder.step(now, id, 'ended'),
  });

  const endsAt = startsAt + Math.min(scenario.clock.horizonMs, options.untilMs ?? Infinity);

  function checkLimits(): void {
    if (ports.signal.aborted) throw new Inconclusive('interrupted', 'The run was interrupted.');
    if (ports.elapsedMs() - elapsedStart > options.limitMs)
      throw new Inconclusive(
        'time_limit',
        `The run took longer than ${Math.round(options.limitMs / 1_000)} s. Raise --limit, or make it smaller.`,
      );
  }

  /** Rounded up to the resolution of the clock. */
  function rounded(time: number): number {
    const { resolutionMs } = scenario.clock;
    return startsAt + Math.ceil((time - startsAt) / resolutionMs) * resolutionMs;
  }

  function nextMoment(): number | null {
    const times = [processes.nextAt(), stage.nextAt(), last?.nextAt ?? null].filter(
      (time) => time !== null,
    );
    return times.length === 0 ? null : Math.max(now, rounded(Math.min(...times)));
  }

  async function moveTo(time: number): Promise<void> {
    const { speed } = options;
    if (speed !== null && time > now) await ports.pause((time - now) / speed);
    if (scenario.clock.notifyUrl !== null && time > now)
      await ports.request({
        method: 'PUT',
        url: scenario.clock.notifyUrl,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now: new Date(time).toISOString() }),
        timeoutMs: 10_000,
      });
    now = time;
  }

  async function runSteps(): Promise<void> {
    await processes.runDue(now);
    await tick();
    for (;;) {
      checkLimits();
      // A step may wait for the outcome of the last tick.
      if (await processes.runDue(now)) {
        await tick();
        continue;
      }
      if (processes.isDone() && isSettled(null)) return;
      const time = nextMoment();
      if (time === null) return;
      if (time > endsAt) {
        await moveTo(endsAt);
        await tick();
        return;
      }
      await moveTo(time);
      await tick();
    }
  }

  try {
    await createReceivers(scenario, stage, names);
    await startProduct();
    await createProductContent(scenario, upProduct(), stage, names, { ports, seed });
    await facts.look(upProduct(), stage);
    await resetExternals(scenario, ports);
    await runSteps();
  } catch (error) {
    reasons.push(reasonOf(error));
  }

  try {
    for (const expectation of scenario.then)
      checks.push(
        await evaluate(expectation, expectation.place, history, facts.facts(), expectationPorts()),
      );
  } catch (error) {
    reasons.push(reasonOf(error));
  }
  const invariants: readonly Check[] = checkInvariants(
    history,
    facts.facts(),
    facts.account(),
    scenario.invariants.skip,
  );
  await (product as ProductPort | null)?.kill();
  await stage.stop();

  const { file, name, description, tags, case: caseName } = scenario;
  const summary = {
    version: options.version,
    scenario: { file, name, description: description ?? null, tags, case: caseName },
    seed,
    command: options.command,
    checks: [...checks.map(({ check }) => check), ...invariants],
    inconclusive: [
      ...reasons,
      ...checks.map(({ inconclusive }) => inconclusive).filter((reason) => reason !== null),
    ],
    outages,
    real: {
      startedAt: new Date(realStart).toISOString(),
      durationMs: Math.round(ports.elapsedMs() - elapsedStart),
    },
  };
  const report = createRunReport(summary, history, facts.facts());
  return { report, history };
}
