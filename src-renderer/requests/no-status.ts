import type { NoStatus } from '#renderer/ui/badge.tsx';
import {
  type Attempt,
  type AttemptCode,
  type DeliverySummary,
  RefusedCode,
} from '#shared/deliveries/delivery.ts';

/** Codes of attempts that got a response. */
type CodeWithStatus = RefusedCode | 'server_error' | 'unexpected_status';

const codesWithStatus: readonly string[] = [
  ...RefusedCode.options,
  'server_error',
  'unexpected_status',
] satisfies CodeWithStatus[];

const hasStatus = (code: AttemptCode): code is CodeWithStatus => codesWithStatus.includes(code);

/** Shown in a status column without a status. */
const withoutStatus: Record<Exclude<AttemptCode, CodeWithStatus>, NoStatus> = {
  timeout: 'timeout',
  connection_refused: 'no_server',
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
  self_signed: 'certificate',
  expired: 'certificate',
  not_yet_valid: 'certificate',
  wrong_host: 'certificate',
  unknown_issuer: 'certificate',
  untrusted: 'certificate',
  own_endpoint: 'loop',
  untrusted_workspace: 'workspace',
};

export const shownStatus = ({
  lastStatus,
  lastCode,
}: Pick<DeliverySummary, 'lastStatus' | 'lastCode'>): number | NoStatus | null =>
  lastCode === null || hasStatus(lastCode) ? lastStatus : withoutStatus[lastCode];

/** In lists: of a delivery that another URL keeps from being delivered, an accepted attempt says nothing. */
export const listedStatus = (
  delivery: Pick<DeliverySummary, 'state' | 'lastStatus' | 'lastCode'>,
): number | NoStatus | null =>
  delivery.lastCode === null && delivery.state !== 'delivered' ? null : shownStatus(delivery);

/** The same for one attempt or copy. */
export function codeOfResult({ response, result }: Pick<Attempt, 'response' | 'result'>) {
  return shownStatus({ lastStatus: response?.status ?? null, lastCode: result.code });
}
