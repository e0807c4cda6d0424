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
import type { Trust } from '../../http-client/trust.ts';
import type { Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import { keyProblem } from '../../routing/profile-signature.ts';
import { createBodies } from './bodies.ts';
import { type CheckContext, checks } from './checks.ts';
import { type Judgment, judge } from './judge.ts';
import { createReceiver } from './receiver.ts';

export interface CertifyTools {
  readonly trust: Trust;
  readonly now: () => number;
  readonly random: Random;
}

/** If this check fails, the remaining ones can't run. */
const prerequisiteCheck: CertificationCode = 'responds_in_time';

function report(
  url: string,
  startedAt: number,
  results: readonly CertificationResult[],
  certificates: readonly CertificateDetails[] | undefined,
  checkCount: number,
): CertificationReport {
  const counts = { passed: 0, warned: 0, failed: 0, skipped: 0, not_run: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  const complete = results.length === checkCount;
  return {
    url,
    startedAt,
    complete,
    certified: complete && counts.failed === 0,
    counts,
    results: [...results],
    ...(certificates !== undefined && { certificates: [...certificates] }),
  };
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Yields a report after every check. `signal` stops it before the next check. */
export async function* certify(
  { trust, now, random }: CertifyTools,
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
  const receiver = createReceiver(request, trust, (facts) => ({
    id: newMessageId(),
    event: bodies.event,
    at: now(),
    ...facts,
  }));
  const profileChecks = checksOf(profile);
  const context: CheckContext = { receiver, bodies, request, trust };
  const results: CertificationResult[] = [];
  let certificates: readonly CertificateDetails[] | undefined;

  async function runCheck(code: CertificationCode): Promise<Judgment> {
    const reason = reasons.get(code);
    if (reason !== undefined) return judge('skipped', reason);
    if (results.some((result) => result.code === prerequisiteCheck && result.outcome === 'failed'))
      return judge('not_run', "The receiver doesn't respond.");
    return checks[code](context);
  }

  try {
    for (const { code, group, title } of profileChecks) {
      if (signal?.aborted) return;
      const { outcome, message, note, responses } = await runCheck(code);
      certificates ??= responses.find((response) => response.certificates)?.certificates;
      results.push({
        code,
        group,
        title,
        outcome,
        message,
        note,
        responses: responses.map(({ status, durationMs }) => ({
          status,
          durationMs: round(durationMs),
        })),
      });
      yield report(request.url, startedAt, results, certificates, profileChecks.length);
    }
  } finally {
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
