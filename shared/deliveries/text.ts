/** Text for states of deliveries and results of attempts (D52, D58). */

import { formatDuration } from '#shared/kit/duration.ts';
import type {
  Attempt,
  AttemptCode,
  AttemptResult,
  BlockedCode,
  DeliveryReason,
  DeliveryWarning,
  FailureCode,
  RefusedCode,
  ResultParams,
} from './delivery.ts';

/** A state in words: `gave up`, `not sent`. */
export const stateLabel = (state: string): string => state.replaceAll('_', ' ');

export const reasonLabels: Readonly<Record<DeliveryReason, string>> = {
  window_ended: 'retry window ended',
  attempts_used: 'no attempts left',
  not_retryable: 'not retried by the profile',
  endpoint_disabled: 'endpoint disabled',
  filtered: 'filtered by event',
  excluded: 'excluded by integrations',
  unrouted: 'no enabled destination',
  payload_required: 'takes payloads only',
};

export const warningLabels: Readonly<Record<DeliveryWarning, string>> = {
  number_precision: 'A number exceeds JSON parser precision',
};

export const refusedLabels: Readonly<Record<RefusedCode, string>> = {
  redirect: 'redirect',
  client_error: 'client error',
};

export const failureLabels: Readonly<Record<FailureCode, string>> = {
  server_error: 'server error',
  unexpected_status: 'unexpected status',
  timeout: 'no response in time',
  connection_refused: 'connection refused',
  connection_reset: 'connection reset',
  host_not_found: 'host not found',
  client_certificate_required: 'client certificate required',
  not_https: 'not an HTTPS port',
  https_expected: 'HTTPS expected',
  tls_failed: 'TLS handshake failed',
  malformed_response: 'invalid HTTP response',
  ambiguous_length: 'ambiguous response length',
  headers_too_large: 'response headers too large',
  network_error: 'network error',
};

export const blockedLabels: Readonly<Record<BlockedCode, string>> = {
  self_signed: 'self-signed certificate',
  expired: 'certificate expired',
  not_yet_valid: 'certificate not yet valid',
  wrong_host: 'certificate for another host',
  unknown_issuer: 'certificate from an unknown issuer',
  untrusted: 'certificate not trusted',
  own_endpoint: "Hookwright's ingestion endpoint",
  untrusted_workspace: 'workspace not trusted',
};

/** Short text for an attempt that was not accepted. */
export const codeLabel = (code: AttemptCode): string =>
  ({ ...refusedLabels, ...failureLabels, ...blockedLabels })[code];

/** An attempt's outcome as a word or status. */
export function outcomeLabel({ result, response }: Pick<Attempt, 'result' | 'response'>): string {
  if (result.outcome === 'blocked') return blockedLabels[result.code];
  if (response !== null) return String(response.status);
  return result.code === null ? 'accepted' : codeLabel(result.code);
}

/** A webhook's display name: host and path. */
export function webhookName(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const path = `${parsed.pathname}${parsed.search}`;
  return path === '/' ? parsed.host : `${parsed.host}${path}`;
}

/** Statuses of a receiver that rejects the signature or the credentials. */
export const isUnauthorized = (status: number | null | undefined): boolean =>
  status === 401 || status === 403;

/** Why no request was sent. */
const blockedTexts: Readonly<Record<BlockedCode, string>> = {
  self_signed: 'The certificate is self-signed',
  expired: 'The certificate has expired',
  not_yet_valid: 'The certificate is not yet valid',
  wrong_host: 'The certificate is for another host',
  unknown_issuer: 'The certificate issuer is not trusted',
  untrusted: "The certificate couldn't be verified",
  own_endpoint: "The URL is Hookwright's own ingestion endpoint",
  untrusted_workspace:
    "The workspace isn't trusted, so it may only send to Hookwright's mock endpoints",
};

/** Text for errors of Node or OpenSSL that are more specific than our code. */
const errorCodeTexts: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: 'An untrusted CA issued the certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate issuer is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate issuer is unknown, or the chain is incomplete',
  CERT_SIGNATURE_FAILURE: "The named CA didn't sign the certificate",
  EAI_AGAIN: "The host name couldn't be resolved",
  ETIMEDOUT: 'The connection timed out',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE':
    'The server and Hookwright have no TLS cipher in common',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'The server supports neither TLS 1.2 nor TLS 1.3',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'The server supports neither TLS 1.2 nor TLS 1.3',
  EHOSTUNREACH: 'The host is not reachable',
  ENETUNREACH: 'The network is not reachable',
  EADDRNOTAVAIL: "The address can't be used from this machine",
  INTERIM_RESPONSE: 'Unexpected 100 or 101 response',
};

/** A 2xx fails only if the destination's profile requires another one. */
const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;

function codeText(code: AttemptCode, params: ResultParams): string {
  const { status, limitMs, detail, errorCode, reusedConnection } = params;
  switch (code) {
    case 'redirect':
      return `The receiver returned ${status ?? 'a 3xx'}. Redirects are not followed.`;
    case 'client_error':
      return isUnauthorized(status)
        ? `The receiver rejected the signature or credentials (${status}).`
        : `The receiver returned ${status ?? 'a 4xx'}.`;
    case 'server_error':
    case 'unexpected_status':
      return isSuccess(status)
        ? `The receiver returned ${status}, which the profile doesn't accept.`
        : `The receiver returned ${status ?? 'a 5xx'}.`;
    case 'timeout':
      return limitMs === undefined
        ? 'No response in time.'
        : `No response within ${formatDuration(limitMs)}.`;
    case 'connection_refused':
      return 'Connection refused: nothing is listening.';
    case 'connection_reset':
      return reusedConnection === true
        ? 'The server closed a reused connection before it responded.'
        : 'The connection closed before a response arrived.';
    case 'host_not_found':
      return 'The host name does not exist.';
    case 'client_certificate_required':
      return 'The server asks for a client certificate.';
    case 'not_https':
      return 'The server does not use HTTPS on this port.';
    case 'https_expected':
      return 'The server expects HTTPS on this port.';
    case 'tls_failed':
      return `The TLS handshake failed${errorCode === undefined ? '' : ` (${errorCode})`}.`;
    case 'ambiguous_length':
      return 'The response states its length in more than one way.';
    case 'headers_too_large':
      return 'The response headers are larger than 16 KB.';
    case 'malformed_response':
      return `The response is not valid HTTP${detail === undefined ? '' : `: ${detail}`}.`;
    case 'network_error':
      return `The request failed${detail === undefined ? '' : `: ${detail}`}.`;
    default:
      return `${blockedTexts[code]}.`;
  }
}

type Reason = Pick<AttemptResult, 'code' | 'params'>;

/** Describes the result of an attempt; null if it was accepted. */
export function resultText({ code, params }: Reason): string | null {
  if (code === null) return null;
  const { errorCode, detail } = params;
  const sentence = errorCode === undefined ? undefined : errorCodeTexts[errorCode];
  if (sentence !== undefined) return `${sentence}.`;
  if (code === 'untrusted' && errorCode !== undefined)
    return `${blockedTexts.untrusted} (${detail ?? errorCode}).`;
  return codeText(code, params);
}

/** Describes the result and its consequence. */
export function resultExplanation(result: AttemptResult): string | null {
  const text = resultText(result);
  return result.outcome === 'blocked' ? `${text} Not sent; won't be retried.` : text;
}

/** Codes whose fix depends on the status. */
type StatusCode = RefusedCode | 'unexpected_status';

/** Fixes for attempts that were not accepted. `statusFix` has those for statuses. */
const fixes: Readonly<Record<Exclude<AttemptCode, StatusCode>, string>> = {
  server_error: "Check your server's log.",
  timeout: 'Respond first, then work in the background.',
  connection_refused: 'Start your server or change the port.',
  connection_reset: "Check your server's log; it may expect HTTPS.",
  host_not_found: 'Check the spelling of the host name.',
  client_certificate_required: 'Turn off client certificates for this URL. Hookwright sends none.',
  not_https: 'Use http:// or the HTTPS port.',
  https_expected: 'Use https:// or the HTTP port.',
  tls_failed: "Check your server's TLS settings.",
  malformed_response: "Check your server's response; the port may not be HTTP.",
  ambiguous_length: 'Send one Content-Length, or use chunked encoding.',
  headers_too_large: 'Send shorter headers.',
  network_error: 'Check the URL and your network.',
  self_signed: 'Replace the certificate, or trust it under Settings.',
  expired: 'Renew the certificate.',
  not_yet_valid: 'Check when the certificate becomes valid.',
  wrong_host: 'Use the host name in the certificate.',
  unknown_issuer: 'Add its CA under Settings.',
  untrusted: 'Add its CA under Settings.',
  own_endpoint: 'Enter the URL of your own server.',
  untrusted_workspace: 'Trust the workspace, then retry.',
};

function statusFix(status: number | undefined): string {
  if (status === undefined) return '';
  if (isSuccess(status)) return "Return a status that the destination's profile accepts.";
  if (status < 400) return 'Enter the redirect target.';
  if (isUnauthorized(status)) return 'Check the shared secret, or diagnose the signature.';
  if (status === 404) return 'Check the path of the URL.';
  if (status === 405) return 'Allow POST at this path.';
  return 'Check the response body.';
}

/** How to fix the result of an attempt; null if it was accepted. */
export function resultFix({ code, params }: Reason): string | null {
  if (code === null) return null;
  return code === 'redirect' || code === 'client_error' || code === 'unexpected_status'
    ? statusFix(params.status)
    : fixes[code];
}
