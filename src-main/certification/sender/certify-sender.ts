/** Runs the certification of a sender and reports what was observed so far. */

import { AppError, fieldError } from '#main/kit/app-error.ts';
import type { SendTools } from '#main/kit/http-client/connector.ts';
import type { Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import type { SteadyClock } from '#main/kit/steady-clock.ts';
import type { Listening } from '#main/mocks/listener.ts';
import { verificationKeyProblem } from '#main/signatures/signing/profile-signature.ts';
import {
  maxTimeOf,
  type SenderCertificationRequest,
  type SenderReport,
} from '#shared/certification/sender.ts';
import { casesOf, senderChecksOf } from '#shared/certification/sender-checks.ts';
import { createRedactions, type KnownSecrets, nothingKnown } from '#shared/deliveries/redaction.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { type OwnDelay, toleranceOf, watchOwnDelay } from '../own-delay.ts';
import { requireTrust } from '../require-trust.ts';
import { type Endpoint, startEndpoint } from './endpoint.ts';
import { longestTimeLimitMs } from './expected.ts';
import { createMarkers, type Markers } from './identify.ts';
import type { SecondGone } from './observation.ts';
import { judgeSender } from './report.ts';
import { createSenderControl, type SenderControl } from './sender-control.ts';

export interface SenderCertificationTools extends SendTools {
  /** Real time. */
  readonly clock: SteadyClock;
  readonly watchDelay?: typeof watchOwnDelay;
  readonly random: Random;
  readonly listening: Listening;
  /** Ends the sender and starts it again, which only a command of the user can do. */
  readonly restartSender?: (ended: () => void) => Promise<void>;
  /** What requests may repeat, besides the secrets of the sender. */
  readonly known?: () => KnownSecrets;
}

/** How long a sender may take, in real time, to send what is due on its clock. */
const quietMs = 400;

/** Other messages don't wait longer than this for the retry after a restart. */
const maxRestartWaitMs = 10_000;

/** A restart waits at most this long for this process to be on time. */
const maxLateMs = 2_000;

/** Reports at most this often. */
const minReportMs = 100;

/** Looks again at least this often, for the passing of real time. */
const maxWaitMs = 1_000;

function createChanges(clock: SteadyClock) {
  let changedAt = 0;
  let isChanged = false;
  let wake: (() => void) | null = null;
  return {
    changedAt: () => changedAt,
    changed(): void {
      changedAt = clock.now();
      isChanged = true;
      wake?.();
    },
    /** Until the next change since the last call, `ms` at most. */
    wait: (ms: number, signal: AbortSignal | undefined) =>
      new Promise<void>((resolve) => {
        const cancel = clock.at(clock.now() + ms, done);
        function done(): void {
          cancel();
          signal?.removeEventListener('abort', done);
          wake = null;
          isChanged = false;
          resolve();
        }
        wake = done;
        signal?.addEventListener('abort', done, { once: true });
        if (isChanged) done();
      }),
  };
}

function checkKeys({ profile, secret, previousSecret }: SenderCertificationRequest): void {
  const { signature } = profileOf({ profile });
  for (const [field, key] of Object.entries({ secret, previousSecret })) {
    const problem = key === undefined ? null : verificationKeyProblem(signature, key);
    if (problem !== null) throw fieldError([field], problem);
  }
}

/** One message per case, then one per certificate. */
const triggeredUrls = (
  request: SenderCertificationRequest,
  { url, goneUrl, tlsTargets }: Endpoint,
): readonly string[] => [
  ...casesOf(profileOf(request)).map((name) => (name === 'gone' && goneUrl) || url),
  ...tlsTargets.map((target) => target.url),
];

interface RestartTrigger {
  readonly url: string;
  readonly isDue: Promise<void>;
  readonly hasStarted: () => boolean;
  readonly isOver: Promise<void>;
}

interface TriggersOptions {
  readonly control: SenderControl;
  readonly markers: Markers;
  /** Of the first messages. */
  readonly urls: readonly string[];
  /** Null without a restart. */
  readonly restart: RestartTrigger | null;
  /** How many messages and connections for certificates arrived. */
  readonly arrived: () => number;
  /** Time of the sender's clock. */
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
  readonly changed: () => void;
}

/** Makes the sender send messages, each after the trigger's response to the one before. */
function createTriggers(options: TriggersOptions) {
  const { control, markers, restart, urls, arrived, now, signal, changed } = options;
  let marked = 0;
  let sent = 0;
  let repeats = 0;
  let isBeforeRestart = false;
  let secondGone: SecondGone | null = null;
  let failure: unknown;

  const total = (): number => (restart === null ? 0 : 1) + urls.length + repeats;

  function nextMarker(): string {
    marked += 1;
    return markers.of(marked);
  }

  async function trigger(url: string): Promise<void> {
    const before = arrived();
    await control.trigger({ url, marker: nextMarker() }, () => arrived() > before);
    sent += 1;
    changed();
  }

  /** The message before the restart, which is alone with it, unless its retry comes much later. */
  async function triggerBefore({ url, isDue, hasStarted, isOver }: RestartTrigger): Promise<void> {
    isBeforeRestart = true;
    await isDue;
    isBeforeRestart = false;
    await trigger(url).catch((error: unknown) => {
      // A trigger that waits for its delivery may be ended by it.
      if (!hasStarted()) throw error;
      sent += 1;
    });
    await isOver;
  }

  async function triggerFirst(): Promise<void> {
    await control.setClock(now());
    for (const [index, url] of urls.entries()) {
      if (signal?.aborted) return;
      // After an accepted message, which the sender must not send again when it starts.
      if (index === 1 && restart !== null) await triggerBefore(restart);
      await trigger(url);
    }
  }

  /** A trigger may respond only once its message was delivered, or timed out on the sender's clock. */
  function runInBackground(work: Promise<void>): void {
    void work.catch((error: unknown) => {
      failure = error;
      changed();
    });
  }

  return {
    start: (): void => runInBackground(triggerFirst()),
    repeat(url: string): void {
      repeats += 1;
      runInBackground(trigger(url));
    },
    /** Once the sender had time to see that the endpoint is disabled. */
    async triggerSecondGone(url: string): Promise<void> {
      const status = await control.triggerDisabled({ url, marker: nextMarker() });
      secondGone = { at: now(), status };
      changed();
    },
    counts: () => ({ sent, total: total() }),
    repeats: (): number => repeats,
    /** Whether no other message is being triggered. */
    canRepeat: (): boolean => sent > 0 && sent === (isBeforeRestart ? 1 + repeats : total()),
    /** Whether all messages were triggered; never without a trigger. */
    isDone: (): boolean => sent > 0 && sent === total(),
    secondGone: (): SecondGone | null => secondGone,
    /** Undefined until a trigger failed. */
    failure: (): unknown => failure,
  };
}

const redactionsOf = (
  { values, ...known }: KnownSecrets,
  { secret, previousSecret = '' }: SenderCertificationRequest,
) => createRedactions({ ...known, values: [...values, secret, previousSecret] });

/** Whether the sender is restarted, and it is judged. */
const restarts = (
  { restartSender }: SenderCertificationTools,
  request: SenderCertificationRequest,
): boolean =>
  restartSender !== undefined &&
  request.triggerUrl !== undefined &&
  !request.skip.some(({ code }) => code === 'restart') &&
  senderChecksOf(profileOf(request), true).some(({ code }) => code === 'restart');

async function* observeSender(
  tools: SenderCertificationTools,
  request: SenderCertificationRequest,
  ownDelay: OwnDelay,
  signal: AbortSignal | undefined,
): AsyncGenerator<SenderReport, void, void> {
  const { clock, random, trust, gate, listening, known = () => nothingKnown } = tools;
  const { now } = clock;
  const beganAt = now();
  const profile = profileOf(request);
  const timeLimitMs = longestTimeLimitMs(profile);
  const maxTimeMs = maxTimeOf(request);
  const startedAt = clock.wallNow();
  const { triggerUrl, clockUrl } = request;
  requireTrust(gate, [triggerUrl, clockUrl]);
  const newRedaction = redactionsOf(known(), request);
  const ofReport = newRedaction();
  const hasClock = clockUrl !== undefined;
  let senderNow = startedAt;
  let clockStepMs = 0;
  const senderNowOf = (): number => (hasClock ? senderNow : now());
  const senderWallNow = (): number => (hasClock ? senderNow : clock.wallNow());
  const hasRestart = restarts(tools, request);
  const delivered = Promise.withResolvers<void>();
  const restartOver = Promise.withResolvers<void>();
  const changes = createChanges(clock);
  const { changed } = changes;
  const markers = createMarkers(randomText(random, 8));
  const endpoint = await startEndpoint({
    listening,
    request,
    markers,
    hasRestart,
    clock,
    ownDelay,
    newRedaction,
    now: senderNowOf,
    wallNow: senderWallNow,
    clockStepMs: () => clockStepMs,
    signal,
    changed,
  });
  let problem: string | null = null;
  const control = createSenderControl({
    triggerUrl,
    clockUrl,
    sendTools: { trust, gate },
    signal,
    onProblem(text) {
      if (text !== problem) changed();
      problem = text;
    },
  });
  const urls = triggerUrl === undefined ? [] : triggeredUrls(request, endpoint);
  const triggers = createTriggers({
    ...{ control, markers, urls, signal, changed, now: senderNowOf, arrived: endpoint.arrived },
    restart: hasRestart
      ? {
          url: endpoint.url,
          isDue: delivered.promise,
          hasStarted: () => endpoint.observation().restart !== null,
          isOver: restartOver.promise,
        }
      : null,
  });

  try {
    triggers.start();
    for (;;) {
      endpoint.endHeld();
      const judged = judgeSender(request, endpoint, {
        ...{ secondGone: triggers.secondGone(), isRestarted: hasRestart },
        redaction: ofReport,
      });
      const failure = triggers.failure();
      const isOver =
        failure !== undefined ||
        (judged.isFinished && !endpoint.isBusy()) ||
        now() - beganAt >= maxTimeMs ||
        signal?.aborted === true;
      yield {
        ...judged.report,
        startedAt,
        endsAt: startedAt + maxTimeMs,
        durationMs: Math.round(now() - beganAt),
        trigger: triggerUrl === undefined ? null : { ...triggers.counts(), problem },
        complete: isOver,
      };
      // What arrived before was reported.
      if (failure !== undefined) throw failure;
      if (isOver) return;
      const dueInMs = Math.max(...judged.dueAt) - senderNowOf();
      const isRetryLate = endpoint.hasRestarted() && !hasClock && dueInMs > maxRestartWaitMs;
      const isRepeatDue = judged.repeats > triggers.repeats();
      if (!isRepeatDue && endpoint.deliveredCount() > triggers.repeats()) delivered.resolve();
      if (judged.isRestartJudged || isRetryLate) restartOver.resolve();
      if (endpoint.isRestartDue()) {
        await endpoint.runRestart(async (ended) => {
          await tools.restartSender?.(ended);
          await control.setClock(senderNowOf());
        });
        continue;
      }
      // What arrived while this process was late may still be unread.
      const lateMs = ownDelay.recent();
      const sinceChange = now() - lateMs - changes.changedAt();
      const { goneUrl } = endpoint;
      const isDone = triggers.isDone();
      const isBeforeRestart = hasRestart && !endpoint.hasRestarted();
      const isPressing = isBeforeRestart && endpoint.deliveredCount(maxLateMs) > triggers.repeats();
      const isTimely = lateMs <= toleranceOf(profile) || isPressing;
      const next = Math.min(...judged.dueAt);
      // Each step of the clock for others takes real time, in which a response is due, too.
      const isAlone = !hasClock || isBeforeRestart || next - senderNow > timeLimitMs;
      if (isRepeatDue && triggers.canRepeat() && isTimely && isAlone) {
        triggers.repeat(endpoint.url);
        continue;
      }
      const isNext = triggers.secondGone() === null && isDone;
      if (isNext && goneUrl !== null && endpoint.isDisabled() && sinceChange >= quietMs) {
        await triggers.triggerSecondGone(goneUrl);
        continue;
      }
      const canAdvance = Number.isFinite(next) && next <= endpoint.maxClockAt();
      if (hasClock && sinceChange >= quietMs && !endpoint.isBusy() && canAdvance) {
        clockStepMs = next - senderNow;
        senderNow = next;
        await control.setClock(senderNow);
        changed();
        continue;
      }
      const dueMs = hasClock ? quietMs - sinceChange : next - now();
      const waitMs = Math.min(Math.max(dueMs, minReportMs), maxWaitMs, beganAt + maxTimeMs - now());
      await new Promise<void>((resolve) => void clock.at(now() + minReportMs, resolve));
      await changes.wait(Math.max(1, waitMs - minReportMs), signal);
    }
  } finally {
    await control.close();
    await endpoint.close();
  }
}

/**
 * Yields a report whenever something was observed; the last one is complete. `signal` ends it early
 * with what was observed until then. Throws an AppError if the port is taken, or the trigger fails.
 */
export async function* certifySender(
  tools: SenderCertificationTools,
  request: SenderCertificationRequest,
  signal?: AbortSignal,
): AsyncGenerator<SenderReport, void, void> {
  checkKeys(request);
  const ownDelay = (tools.watchDelay ?? watchOwnDelay)(tools.clock);
  try {
    yield* observeSender(tools, request, ownDelay, signal);
  } finally {
    ownDelay.stop();
  }
}

export function createSenderCertification(tools: SenderCertificationTools) {
  const follow = (request: SenderCertificationRequest, signal?: AbortSignal) =>
    certifySender(tools, request, signal);

  return {
    followSender: follow,
    /** Resolves with the last report. */
    async runSender(
      request: SenderCertificationRequest,
      signal?: AbortSignal,
    ): Promise<SenderReport> {
      let last: SenderReport | undefined;
      for await (const report of follow(request, signal)) last = report;
      if (last === undefined) throw new AppError('unavailable', 'The certification was cancelled.');
      return last;
    },
  };
}
