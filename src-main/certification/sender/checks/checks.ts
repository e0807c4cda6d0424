/** All checks by code. */
import {
  extraFailures,
  type SenderCase,
  type SenderCheck,
} from '#shared/certification/sender-checks.ts';
import type { Check } from './check.ts';
import { redirects, rejectsCertificate, timeLimit } from './connection.ts';
import { disabling } from './disabling.ts';
import { distinctIds, duplicates, order, sameBody, sameId, slowSuccess } from './identity.ts';
import { jitter } from './jitter.ts';
import { body, headerHygiene, headers, method } from './request.ts';
import { restart } from './restart.ts';
import { backoff, givesUp, isRetriedAsDocumented, retryAfter } from './retries.ts';
import { rotation, signatureFirst, signatureRetry, timestamp } from './signature.ts';

export const checks: Readonly<Record<SenderCheck, Check>> = {
  method,
  headers,
  header_hygiene: headerHygiene,
  body,
  signature_first: signatureFirst,
  signature_retry: signatureRetry,
  timestamp,
  rotation,
  distinct_ids: distinctIds,
  same_id: sameId,
  same_body: sameBody,
  duplicates,
  slow_success: slowSuccess,
  order,
  retry_server_error: isRetriedAsDocumented('server_error'),
  retry_client_error: isRetriedAsDocumented('client_error'),
  retry_connection_error: isRetriedAsDocumented('reset'),
  retry_timeout: isRetriedAsDocumented('no_response'),
  backoff,
  jitter,
  retry_after: retryAfter('rate_limit'),
  retry_after_date: retryAfter('rate_limit_date'),
  gives_up: givesUp,
  restart,
  disabling,
  time_limit: timeLimit,
  redirects,
  tls_expired: rejectsCertificate('expired'),
  tls_wrong_host: rejectsCertificate('wrong_host'),
  tls_self_signed: rejectsCertificate('self_signed'),
};

/** The checks that are judged by time, with the cases they need: if one was disturbed, nothing passes (D69). */
export const timedCases: Readonly<Partial<Record<SenderCheck, readonly SenderCase[]>>> = {
  timestamp: ['accept'],
  duplicates: ['accept'],
  slow_success: ['slow_accept'],
  retry_server_error: ['server_error'],
  retry_client_error: ['client_error'],
  retry_connection_error: ['reset'],
  retry_timeout: ['no_response'],
  backoff: ['server_error', 'no_response'],
  jitter: ['server_error', ...extraFailures],
  retry_after: ['rate_limit'],
  retry_after_date: ['rate_limit_date'],
  gives_up: ['server_error'],
  disabling: ['gone'],
  time_limit: ['no_response'],
  redirects: ['redirect', 'redirect_307', 'redirect_308'],
};
