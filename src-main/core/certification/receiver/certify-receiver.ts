/** Runs the checks in sequence and reports progress after each one. */
import { profileOf } from '#shared/profiles/profiles.ts';
import {
  type CertificationCode,
  type CertificationReport,
  type CertificationRequest,
  type CertificationResult,
  checksOf,
} from '#shared/schemas/certification.ts';
import type { CertificateDetails } from '#shared/schemas/delivery.ts';
import { AppError, fieldError } from '../../app-error.ts';
import { realClock } from '../../clock/real-clock.ts';
import type { SendTools } from '../../http-client/connector.ts';
import type { Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import { keyProblem } from '../../routing/profile-signature.ts';
import {
  inconclusiveOf,
  inconclusiveText,
  maxTries,
  toleranceOf,
  watchOwnDelay,
} from '../own-delay.ts';
import { createBodies } from './bodies.ts';
import { createCauses } from './causes.ts';
import { type CheckContext, checks } from './checks.ts';
import { type Judgment, judge } from './judge.ts';
import { createReceiver } from './receiver.ts';

export interface CertifyTools extends SendTools {
  readonly now: () => number;
  readonly random: Random;
  readonly watchDelay?: typeof watchOwnDelay;
}

/** Without a response to this check, the remaining ones can't run. */
const prerequisiteCheck: CertificationCode = 'responds_in_time';

/** Judged by time, even if there are responses. */
const timedChecks: readonly CertificationCode[] = [prerequisiteCheck, 'duplicate_processed_once'];

function report(
  url: string,
  startedAt: number,
  results: readonly CertificationResult[],
  certificates: readonly CertificateDetails[] | undefined,
  checkCount: number,
): CertificationReport {
  const counts = { passed: 0, warned: 0, failed: 0, skipped: 0, not_run: 0, inconclusive: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  const complete = results.length === checkCount;
  return {
    url,
    startedAt,
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

/** Yields a report after every check. `signal` stops it before the next check. */
export async function* certify(
  { now, random, watchDelay = watchOwnDelay, ...sendTools }: CertifyTools,
  request: CertificationRequest,
  signal?: AbortSignal,
): AsyncGenerator<CertificationReport, void, void> {
  const startedAt = now();
  const reasons = new Map(request.skip.map(({ code, reason }) => [code, reason]));
  const profile = profileOf(request);
  const problem = keyProblem(profile.signature, request.secret);
  if (problem !== null) throw fieldError(['secret'], problem);
  const newMessageId = () => `certify-${randomText(random, 20)}`;
  const bodies = createBodies({ now, newMessageId, random, profile });
  const receiver = createReceiver(request, sendTools, (facts) => ({
    id: newMessageId(),
    event: bodies.event,
    at: now(),
    ...facts,
  }));
  const profileChecks = checksOf(profile);
  const context: CheckContext = { receiver, bodies, request, sendTools };
  const results: CertificationResult[] = [];
  let certificates: readonly CertificateDetails[] | undefined;

  const withCause = createCauses(signal);
  const ownDelay = watchDelay(realClock);

  async function runCheck(code: CertificationCode): Promise<Judgment> {
    const reason = reasons.get(code);
    if (reason !== undefined) return judge('skipped', reason);
    const unanswered = results.find(
      (result) => result.code === prerequisiteCheck && hasNoResponse(result),
    );
    if (unanswered !== undefined)
      return judge(
        'not_run',
        unanswered.outcome === 'inconclusive'
          ? 'Needs a response to the first check.'
          : "The receiver doesn't respond.",
      );
    const toleranceMs = toleranceOf(profile);
    for (let tries = 1; ; tries += 1) {
      // Not what delayed the try before.
      const triedAt = realClock.now();
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
      const { outcome, message, note, responses, cause, mistakes, inconclusive } = judgment;
      certificates ??= responses.find((response) => response.certificates)?.certificates;
      results.push({
        code,
        group,
        title,
        outcome,
        message,
        note,
        ...(cause !== undefined && { cause }),
        ...(mistakes !== undefined && { mistakes }),
        ...(inconclusive !== undefined && { inconclusive }),
        responses: responses.map(({ status, durationMs }) => ({
          status,
          durationMs: round(durationMs),
        })),
      });
      yield report(request.url, startedAt, results, certificates, profileChecks.length);
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
