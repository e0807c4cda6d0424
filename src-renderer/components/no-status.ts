import type { NoStatus } from '#renderer/ui/badge.tsx';
import type { Attempt, DeliverySummary } from '#shared/schemas/delivery.ts';

type Failure = NonNullable<DeliverySummary['lastFailure']>;

/** Shown in a status column without a status. */
const withoutStatus: Record<Exclude<Failure, 'server_error' | 'unexpected_status'>, NoStatus> = {
  timeout: 'timeout',
  connection_refused: 'refused',
  connection_reset: 'reset',
  client_certificate_required: 'tls',
  not_https: 'tls',
  https_expected: 'tls',
  tls_failed: 'tls',
  malformed_response: 'malformed',
  ambiguous_length: 'malformed',
  headers_too_large: 'malformed',
  network_error: 'network',
  host_not_found: 'dns',
  self_signed: 'tls',
  expired: 'tls',
  not_yet_valid: 'tls',
  wrong_host: 'tls',
  unknown_issuer: 'tls',
  untrusted: 'tls',
  own_endpoint: 'loop',
  untrusted_workspace: 'workspace',
};

export function lastCode({
  lastStatus,
  lastFailure,
}: Pick<DeliverySummary, 'lastStatus' | 'lastFailure'>): number | NoStatus | null {
  if (lastFailure === null || lastFailure === 'server_error' || lastFailure === 'unexpected_status')
    return lastStatus;
  return withoutStatus[lastFailure];
}

/** The same for one attempt or copy. */
export function codeOfResult({ response, result }: Pick<Attempt, 'response' | 'result'>) {
  return lastCode({
    lastStatus: response?.status ?? null,
    lastFailure: result.outcome === 'delivered' ? null : result.code,
  });
}
