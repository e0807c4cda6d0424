/** How the receiver responds to each attempt of a case. */

import {
  isExtraFailure,
  retriedStatusOf,
  type SenderCase,
} from '#shared/certification/sender-checks.ts';
import { minDelayMs } from '#shared/profiles/backoff.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { acceptedStatus, statusMeaning } from '#shared/profiles/status.ts';
import { type CaseResponse, firstDelayMs } from './expected.ts';

type StatusResponse = Extract<CaseResponse, { kind: 'status' }>;

const status = (
  code: number,
  facts: Partial<Pick<StatusResponse, 'retryAfterMs' | 'afterMs' | 'headers'>> = {},
): StatusResponse => ({
  ...{ kind: 'status', status: code, retryAfterMs: null, afterMs: 0, headers: () => ({}) },
  ...facts,
});

/** Longer than the planned delay, so that a sender that ignores it is recognized; whole seconds. */
const retryAfterMs = (profile: ProviderProfile): number =>
  Math.max(1, Math.ceil((2 * (firstDelayMs(profile) ?? 0)) / 1_000)) * 1_000;

/** One that disables the URL; a class such as 4xx stands for its first status. */
const disablingStatus = ({ disabling }: ProviderProfile): number =>
  Number((disabling?.statuses[0] ?? '410').replace('xx', '00'));

/** Whether a 429 has nothing but Retry-After to delay its retry. */
const isRateLimited = (profile: ProviderProfile): boolean =>
  statusMeaning(profile, 429) === 'retried' &&
  minDelayMs(profile, { status: 429, isTimeout: false }) === 0;

/** Date is the time that a date in Retry-After, which has whole seconds, is compared with (RFC 9110 10.2.3). */
const dateHeaders =
  (retryAfterMs: number): StatusResponse['headers'] =>
  (now) => {
    const at = Math.ceil((now + retryAfterMs) / 1_000) * 1_000;
    return { Date: new Date(now).toUTCString(), 'Retry-After': new Date(at).toUTCString() };
  };

/** A path that redirects with this status, and which one in a row it is, from 1. */
interface Redirect {
  readonly status: number;
  readonly number: number;
}

export const redirectUrl = ({ status, number }: Redirect): string =>
  `/redirected/${status}/${number}`;

/** A client may add a query, such as that of the URL before. */
export function redirectOf(url: string): Redirect | null {
  const [, status, number] = /^\/redirected\/(\d{3})\/(\d{1,3})(?:\?|$)/.exec(url) ?? [];
  return number === undefined ? null : { status: Number(status), number: Number(number) };
}

/** 307 and 308 ask to keep the method (RFC 9110 15.4), so more clients follow them. */
const redirectStatuses = { redirect: 302, redirect_307: 307, redirect_308: 308 } as const;

function retried(profile: ProviderProfile): CaseResponse {
  const code = retriedStatusOf(profile);
  return code === null ? { kind: 'reset' } : status(code);
}

/** The response to attempt `number`, counted from 1. */
export function responseTo(
  name: SenderCase | null,
  profile: ProviderProfile,
  number: number,
  isRestarted: boolean,
): CaseResponse {
  // Always fails: shows all delays and the last attempt.
  if (name === 'server_error') return status(number === 2 ? 503 : 500);
  if (name === 'restart') return isRestarted ? status(acceptedStatus(profile)) : retried(profile);
  if (name === 'gone') return status(disablingStatus(profile));
  if (number > 1) return status(acceptedStatus(profile));
  if (isExtraFailure(name)) return retried(profile);
  const delayMs = retryAfterMs(profile);
  const limited = status(isRateLimited(profile) ? 429 : 503, { retryAfterMs: delayMs });
  switch (name) {
    case 'client_error':
      return status(400);
    case 'rate_limit':
      return { ...limited, headers: () => ({ 'Retry-After': String(delayMs / 1_000) }) };
    case 'rate_limit_date':
      return { ...limited, headers: dateHeaders(delayMs) };
    case 'redirect':
    case 'redirect_307':
    case 'redirect_308': {
      const code = redirectStatuses[name];
      return status(code, {
        headers: () => ({ Location: redirectUrl({ status: code, number: 1 }) }),
      });
    }
    // Sooner than any time limit that the profile allows, also if this process is late.
    case 'slow_accept':
      return status(acceptedStatus(profile), { afterMs: profile.timeLimitMs / 2 });
    case 'reset':
    case 'no_response':
      return { kind: name };
    default:
      return status(acceptedStatus(profile));
  }
}
