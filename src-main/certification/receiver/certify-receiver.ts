/** Runs the checks in sequence and reports progress after each one. */

import { AppError, fieldError } from '#main/kit/app-error.ts';
import type { SendTools } from '#main/kit/http-client/connector.ts';
import type { Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import { steadyClock } from '#main/kit/steady-clock.ts';
import { diagnose } from '#main/signatures/diagnose.ts';
import { secretMistakes } from '#main/signatures/mistakes/secret-mistakes.ts';
import { requestContext } from '#main/signatures/request-context.ts';
import { keyProblem } from '#main/signatures/signing/profile-signature.ts';
import {
  type CertificationCode,
  type CertificationReport,
  type CertificationRequest,
  type CertificationResult,
  checksOf,
} from '#shared/certification/receiver.ts';
import type { CertificateDetails } from '#shared/deliveries/delivery.ts';
import { type KnownSecrets, nothingKnown } from '#shared/deliveries/redaction.ts';
import { redactUrlSecrets } from '#shared/kit/redacted-url.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { causesText, namedCause } from '#shared/signatures/rejection-causes.ts';
import {
  inconclusiveOf,
  inconclusiveText,
  maxTries,
  toleranceOf,
  watchOwnDelay,
} from '../own-delay.ts';
import { requireTrust } from '../require-trust.ts';
import { createBodies } from './bodies.ts';
import { type CheckContext, checks, learnProcessing } from './checks.ts';
import { isSuccess, type Judgment, judge } from './judge.ts';
import { createLookUp } from './look-up.ts';
import { createReceiver, type RejectedSignature } from './receiver.ts';

// Why a receiver rejects signed requests, from the digest that it prints in a response.

type Causes = NonNullable<Judgment['causes']>;

async function causesOf(
  { subject, attempt, digests, language }: RejectedSignature,
  signal: AbortSignal | undefined,
): Promise<Causes> {
  if (digests.other === undefined) return [namedCause('comparison')];
  const { causes } = await diagnose({
    ...{ subject, observed: digests.other, language, secretMistakes, signal },
    context: requestContext([attempt], []),
  });
  return causes.length === 0
    ? [namedCause('other_secret')]
    : causes.map(({ code, message, fix }) => ({ code, message, fix }));
}

/** Diagnoses only the first digest: a search can take a second, and a receiver rarely makes several mistakes. */
function createCauses(signal: AbortSignal | undefined) {
  let isDiagnosed = false;
  return async (judgment: Judgment): Promise<Judgment> => {
    const rejected = judgment.responses.find(({ rejected }) => rejected !== undefined)?.rejected;
    const isUnknown = judgment.outcome === 'failed' && judgment.causes === undefined;
    if (isDiagnosed || !isUnknown || rejected === undefined || signal?.aborted) return judgment;
    isDiagnosed = true;
    try {
      const causes = await causesOf(rejected, signal);
      return { ...judgment, causes, note: causesText(causes) };
    } catch (error) {
      if (signal?.aborted) return judgment;
      throw error;
    }
  };
}

export interface CertifyTools extends SendTools {
  readonly now: () => number;
  readonly random: Random;
  readonly watchDelay?: typeof watchOwnDelay;
  /** What responses may repeat, besides the secret of the request. */
  readonly known?: () => KnownSecrets;
}

/** Without a response to this check, the remaining ones can't run. */
const prerequisiteCheck: CertificationCode = 'responds_in_time';

/** Judged by time, even if there are responses. */
const timedChecks: readonly CertificationCode[] = [prerequisiteCheck, 'duplicate_processed_once'];

function report(
  of: Pick<CertificationReport, 'profile' | 'url' | 'startedAt'>,
  results: readonly CertificationResult[],
  certificates: readonly CertificateDetails[] | undefined,
  checkCount: number,
): CertificationReport {
  const counts = { passed: 0, warned: 0, failed: 0, skipped: 0, not_run: 0, inconclusive: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  const complete = results.length === checkCount;
  return {
    ...of,
    complete,
    certified: complete && counts.failed + counts.inconclusive === 0,
    counts,
    results: [...results],
    ...(certificates !== undefined && { certificates: [...certificates] }),
  };
}

const hasNoResponse = ({
  responses,
}: {
  readonly responses: readonly { readonly status: number | null }[];
}): boolean => responses.some(({ status }) => status === null);

const round = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * Yields a report after every check. `signal` stops it before the next check. Throws an AppError in a
 * workspace that isn't trusted, or if the secret can't be a key.
 */
export async function* certify(
  {
    now,
    random,
    watchDelay = watchOwnDelay,
    known = () => nothingKnown,
    ...sendTools
  }: CertifyTools,
  request: CertificationRequest,
  signal?: AbortSignal,
): AsyncGenerator<CertificationReport, void, void> {
  const reasons = new Map(request.skip.map(({ code, reason }) => [code, reason]));
  const profile = profileOf(request);
  const startedAt = now();
  const problem = keyProblem(profile.signature, request.secret);
  if (problem !== null) throw fieldError(['secret'], problem);
  requireTrust(sendTools.gate, [request.url, request.lookupUrl]);
  const newMessageId = () => `certify-${randomText(random, 20)}`;
  const bodies = createBodies({ now, newMessageId, random, profile });
  const receiver = createReceiver(request, sendTools, known(), (facts) => ({
    id: newMessageId(),
    event: bodies.event,
    at: now(),
    ...facts,
  }));
  const profileChecks = checksOf(profile);
  // Reports are stored and shared.
  const of = {
    profile: { id: profile.id, name: profile.name },
    ...{ url: redactUrlSecrets(request.url, () => undefined), startedAt },
  };
  const results: CertificationResult[] = [];
  const messagesBefore = () =>
    results.flatMap(({ responses }) => responses.filter(isSuccess)).length;
  const { lookupUrl } = request;
  const lookUp =
    lookupUrl === undefined
      ? null
      : createLookUp(lookupUrl, { ...sendTools, messagesBefore, signal });
  const context: CheckContext = { receiver, bodies, request, lookUp };
  let certificates: readonly CertificateDetails[] | undefined;

  const withCause = createCauses(signal);
  const ownDelay = watchDelay(steadyClock);

  async function runCheck(code: CertificationCode): Promise<Judgment> {
    const reason = reasons.get(code);
    if (reason !== undefined) return judge('skipped', reason);
    const silent = results.find(
      (result) => result.code === prerequisiteCheck && hasNoResponse(result),
    );
    if (silent !== undefined)
      return judge(
        'not_run',
        silent.outcome === 'inconclusive'
          ? 'Needs a response to the first check.'
          : "The receiver doesn't respond.",
      );
    const toleranceMs = toleranceOf(profile);
    for (let tries = 1; ; tries += 1) {
      // Not what delayed the try before.
      const triedAt = steadyClock.now();
      const judgment = await checks[code](context);
      const delayMs = ownDelay.since(triedAt);
      // A response that arrived counts, whenever it was read (D53).
      const isTimed = timedChecks.includes(code) || hasNoResponse(judgment);
      if (!isTimed || judgment.outcome === 'not_run' || delayMs <= toleranceMs) return judgment;
      if (tries < maxTries && !signal?.aborted) continue;
      const disturbance = { delayMs, toleranceMs };
      return {
        ...judge('inconclusive', inconclusiveText(disturbance, tries), judgment.responses),
        inconclusive: inconclusiveOf(disturbance, tries),
      };
    }
  }

  try {
    for (const { code, group, title } of profileChecks) {
      if (signal?.aborted) return;
      const judged = await runCheck(code);
      const judgment = group === 'accepts' ? await withCause(judged) : judged;
      const { outcome, message, note, responses, causes, inconclusive } = judgment;
      certificates ??= responses.find((response) => response.certificates)?.certificates;
      results.push({
        code,
        group,
        title,
        outcome,
        message,
        note,
        ...(causes !== undefined && { causes }),
        ...(inconclusive !== undefined && { inconclusive }),
        responses: responses.map(({ status, durationMs }) => ({
          status,
          durationMs: round(durationMs),
        })),
      });
      yield report(of, results, certificates, profileChecks.length);
      const isLearning = code === prerequisiteCheck && !hasNoResponse(judged);
      if (isLearning && lookUp !== null && !signal?.aborted) await learnProcessing(context, lookUp);
    }
  } finally {
    ownDelay.stop();
    receiver.close();
  }
}

export function createCertification(tools: CertifyTools) {
  const follow = (request: CertificationRequest, signal?: AbortSignal) =>
    certify(tools, request, signal);

  return {
    follow,
    /** Runs all checks. Throws if the caller cancels before the end. */
    async run(request: CertificationRequest, signal?: AbortSignal): Promise<CertificationReport> {
      let last: CertificationReport | undefined;
      for await (const report of follow(request, signal)) last = report;
      if (last?.complete !== true)
        throw new AppError('unavailable', 'The certification was cancelled.');
      return last;
    },
  };
}
