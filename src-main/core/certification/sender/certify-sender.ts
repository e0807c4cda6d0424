/** Runs the certification of a sender and reports what was observed so far. */
import { profileOf } from '#shared/profiles/profiles.ts';
import {
  casesOf,
  maxTimeOf,
  type SenderCertificationRequest,
  type SenderReport,
  senderCertificates,
} from '#shared/schemas/sender-certification.ts';
import { AppError, fieldError } from '../../app-error.ts';
import type { Certificates } from '../../certificates/development-ca.ts';
import { reachableBy } from '../../certificates/host-names.ts';
import {
  createReceiverCertificates,
  type ReceiverCertificates,
} from '../../certificates/receiver-certificates.ts';
import type { Trust } from '../../http-client/trust.ts';
import type { Clock, Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import { verificationKeyProblem } from '../../routing/profile-signature.ts';
import { toleranceOf, watchOwnDelay } from '../own-delay.ts';
import { type Endpoint, startEndpoint } from './endpoint.ts';
import { createMarkers } from './identify.ts';
import type { SecondGone } from './observation.ts';
import { judgeSender } from './report.ts';
import { createSenderControl } from './sender-control.ts';

export interface SenderCertificationTools {
  /** Verifies the certificates of trigger and clock. */
  readonly trust: Trust;
  /** Real time. */
  readonly clock: Pick<Clock, 'now' | 'at'>;
  readonly watchDelay?: typeof watchOwnDelay;
  readonly random: Random;
  /** Where the receiver listens. */
  readonly host: string;
  readonly certificates: ReceiverCertificates;
}

/** How long a sender may take, in real time, to send what is due on its clock. */
const settleMs = 400;

/** Reports at most this often. */
const minReportMs = 100;

/** Looks again at least this often, for the passing of real time. */
const maxWaitMs = 1_000;

function createChanges(clock: Pick<Clock, 'now' | 'at'>) {
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
  { url, goneUrl, tlsUrls }: Endpoint,
): readonly string[] => [
  ...casesOf(profileOf(request)).map((name) => (name === 'gone' && goneUrl) || url),
  ...(tlsUrls === null ? [] : senderCertificates.map((name) => tlsUrls[name])),
];

/** A message if there is no usable CA: the certificates are not observed then. */
async function usable(certificates: ReceiverCertificates): Promise<ReceiverCertificates | string> {
  try {
    for (const name of senderCertificates) await certificates.get(name);
    return certificates;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
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
  const { clock, random, trust, host } = tools;
  const { now } = clock;
  const startedAt = now();
  const endsAt = startedAt + maxTimeOf(request);
  const hasClock = request.clockUrl !== undefined;
  let senderNow = startedAt;
  const senderNowOf = (): number => (hasClock ? senderNow : now());
  const changes = createChanges(clock);
  const ownDelay = (tools.watchDelay ?? watchOwnDelay)(clock);
  const markers = createMarkers(randomText(random, 8));
  const endpoint = await startEndpoint({
    host,
    request,
    markers,
    realNow: now,
    ownDelay,
    certificates: await usable(tools.certificates),
    now: senderNowOf,
    signal,
    changed: changes.changed,
  });
  const { triggerUrl, clockUrl } = request;
  const initialUrls = triggerUrl === undefined ? [] : triggeredUrls(request, endpoint);
  let total = initialUrls.length;
  let sent = 0;
  let problem: string | null = null;
  let secondGone: SecondGone | null = null;
  const control = createSenderControl({
    triggerUrl,
    clockUrl,
    trust,
    signal,
    onProblem(text) {
      if (text !== problem) changes.changed();
      problem = text;
    },
  });
  let failure: unknown;

  /** In order, each after the trigger's response. */
  async function triggerAll(): Promise<void> {
    await control.setClock(senderNow);
    for (const url of initialUrls) {
      if (signal?.aborted) return;
      await trigger(url);
    }
  }

  async function trigger(url: string): Promise<void> {
    await control.trigger({ url, marker: markers.of(sent + 1) });
    sent += 1;
    changes.changed();
  }

  /** Once the sender had time to see that the endpoint is disabled. */
  async function triggerSecondGone(url: string): Promise<void> {
    const marker = markers.of(total + 1);
    const status = await control.triggerDisabled({ url, marker });
    secondGone = { at: senderNowOf(), status };
    changes.changed();
  }

  try {
    void triggerAll().catch((error: unknown) => {
      failure = error;
      changes.changed();
    });
    for (;;) {
      endpoint.closeOverdue();
      const judged = judgeSender(request, endpoint, secondGone);
      const isOver =
        failure !== undefined ||
        (judged.isSettled && !endpoint.isBusy()) ||
        now() >= endsAt ||
        signal?.aborted === true;
      const progress = triggerUrl === undefined ? null : { sent, total, problem };
      const durationMs = now() - startedAt;
      yield {
        ...judged.report,
        startedAt,
        endsAt,
        durationMs,
        trigger: progress,
        complete: isOver,
      };
      // What arrived before was reported.
      if (failure !== undefined) throw failure;
      if (isOver) return;
      // What arrived while this process was late may still be unread.
      const lateMs = ownDelay.measure()();
      const sinceChange = now() - lateMs - changes.changedAt();
      const { goneUrl } = endpoint;
      const hasTriggered = sent > 0 && sent === total;
      const isRepeated = hasTriggered && initialUrls.length + judged.repeats > total;
      if (isRepeated && lateMs <= toleranceOf(profileOf(request))) {
        total += 1;
        await trigger(endpoint.url);
        continue;
      }
      const isNext = secondGone === null && hasTriggered;
      if (isNext && goneUrl !== null && endpoint.isDisabled() && sinceChange >= settleMs) {
        await triggerSecondGone(goneUrl);
        continue;
      }
      const next = Math.min(...judged.dueAt);
      const canAdvance = Number.isFinite(next) && next <= endpoint.maxClockAt();
      if (hasClock && sinceChange >= settleMs && !endpoint.isBusy() && canAdvance) {
        senderNow = next;
        await control.setClock(senderNow);
        changes.changed();
        continue;
      }
      const dueMs = hasClock ? settleMs - sinceChange : next - now();
      const waitMs = Math.min(Math.max(dueMs, minReportMs), maxWaitMs, endsAt - now());
      await new Promise<void>((resolve) => void clock.at(now() + minReportMs, resolve));
      await changes.wait(Math.max(1, waitMs - minReportMs), signal);
    }
  } finally {
    ownDelay.stop();
    await control.close();
    await endpoint.close();
  }
}

export function createSenderCertification({
  certificates,
  ...facts
}: Omit<SenderCertificationTools, 'certificates'> & { readonly certificates: Certificates }) {
  const issued = createReceiverCertificates(certificates, facts.random, reachableBy(facts.host));
  certificates.subscribe(() => issued.clear());
  const tools = { ...facts, certificates: issued };
  const follow = (request: SenderCertificationRequest, signal?: AbortSignal) =>
    certifySender(tools, request, signal);

  return {
    follow,
    /** Resolves with the last report. */
    async run(request: SenderCertificationRequest, signal?: AbortSignal): Promise<SenderReport> {
      let last: SenderReport | undefined;
      for await (const report of follow(request, signal)) last = report;
      if (last === undefined) throw new AppError('unavailable', 'The certification was cancelled.');
      return last;
    },
  };
}
