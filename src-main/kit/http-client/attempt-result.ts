/**
 * The result of an attempt: its outcome, a code and the parameters for its text (D25, D27, D30,
 * D52, D58).
 */

import type { AttemptResult, BlockedCode, FailureCode } from '#shared/deliveries/delivery.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { statusMeaning } from '#shared/profiles/status.ts';
import { certificatesOf } from './peer-certificates.ts';

/** Error codes of failed verification, from OpenSSL and Hookwright. */
const blockedCodes: Readonly<Record<string, BlockedCode>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_issuer',
  CERT_SIGNATURE_FAILURE: 'unknown_issuer',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_host',
  HOSTNAME_MISMATCH: 'wrong_host',
  OWN_ENDPOINT: 'own_endpoint',
  UNTRUSTED_WORKSPACE: 'untrusted_workspace',
  // Errors without a name in Node, such as a weak key.
  UNSPECIFIED: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_REJECTED: 'untrusted',
  CERT_REVOKED: 'untrusted',
  CERT_CHAIN_TOO_LONG: 'untrusted',
  INVALID_CA: 'untrusted',
  INVALID_PURPOSE: 'untrusted',
  PATH_LENGTH_EXCEEDED: 'untrusted',
  UNABLE_TO_DECRYPT_CERT_SIGNATURE: 'untrusted',
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: 'untrusted',
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 'untrusted',
  ERROR_IN_CERT_NOT_AFTER_FIELD: 'untrusted',
};

const blockedCodeOf = (errorCode: string): BlockedCode | undefined =>
  blockedCodes[errorCode] ?? (errorCode.startsWith('ERR_TLS_CERT_') ? 'untrusted' : undefined);

/** A connection to Hookwright's own ingestion endpoint. It is blocked. */
export class OwnEndpointError extends Error {
  readonly code = 'OWN_ENDPOINT';
}

/** A connection from a workspace that isn't trusted, to anything but Hookwright's mock endpoints. It is blocked. */
export class UntrustedWorkspaceError extends Error {
  readonly code = 'UNTRUSTED_WORKSPACE';

  constructor() {
    super("The workspace isn't trusted");
  }
}

/** A status below 100, which HTTP doesn't have (RFC 9110 15). The HTTP client takes it for an interim response. */
export class InvalidStatusError extends Error {
  constructor(status: number) {
    super(`Invalid status code ${String(status).padStart(3, '0')}`);
    this.name = 'HTTPParserError';
  }
}

/** What a connection to a mock endpoint would get whose port is closed. */
export class ClosedMockError extends Error {
  readonly code = 'ECONNREFUSED';

  constructor() {
    super("The mock endpoint's port is closed");
  }
}

const failureCodes: Readonly<Record<string, FailureCode>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ETIMEDOUT: 'timeout',
  CLIENT_CERTIFICATE_REQUIRED: 'client_certificate_required',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not_https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not_https',
  ERR_SSL_HTTP_REQUEST: 'not_https',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ambiguous_length',
};

/** The start of a TLS record with an alert, which a server may return to plain HTTP. */
const isTlsAlert = (error: unknown): boolean =>
  error instanceof Error && 'data' in error && String(error.data).startsWith('\x15\x03');

/** The HTTP client's parser gives this error no code. */
const hasTwoLengths = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'HTTPParserError' &&
  /(?:can't be|already) present/.test(error.message);

function failureCodeOf(error: unknown, errorCode: string): FailureCode | undefined {
  if (isTlsAlert(error)) return 'https_expected';
  if (hasTwoLengths(error)) return 'ambiguous_length';
  return failureCodes[errorCode] ?? (errorCode.startsWith('ERR_SSL_') ? 'tls_failed' : undefined);
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code ?? '') : '';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The HTTP client's errors for an unrequested 101, or for a 100 that never ends. */
const interimMessages = new Set(['bad response', 'bad upgrade']);

/** The HTTP client fails an assertion on a 101 without Upgrade. */
const isInterim = (error: unknown): boolean =>
  error instanceof Error &&
  (interimMessages.has(error.message) || codeOf(error) === 'ERR_ASSERTION');

/** Rules of the specification: a 2xx is accepted (D25). */
export const specificationRules: Pick<ProviderProfile, 'timeLimitMs' | 'success'> = profileOf({
  profile: defaultProfileId,
});

/** Of a response that isn't accepted, by the class of its status; other classes are unexpected. */
const resultsByClass: Readonly<Record<number, Omit<AttemptResult, 'params'>>> = {
  3: { outcome: 'refused', code: 'redirect' },
  4: { outcome: 'refused', code: 'client_error' },
  5: { outcome: 'failed', code: 'server_error' },
};

export function resultOfStatus(
  status: number,
  rules: Pick<ProviderProfile, 'success'> = specificationRules,
): AttemptResult {
  if (statusMeaning(rules, status) === 'accepted')
    return { outcome: 'accepted', code: null, params: {} };
  const { outcome, code } = resultsByClass[Math.floor(status / 100)] ?? {
    outcome: 'failed',
    code: 'unexpected_status',
  };
  return { outcome, code, params: { status } } as AttemptResult;
}

/** No response within the limit; retried (spec 7). */
export const timedOutAfter = (limitMs: number): AttemptResult => ({
  outcome: 'failed',
  code: 'timeout',
  params: { limitMs },
});

/** The result of an attempt that ended without a response. */
export function resultOfError(error: unknown): AttemptResult {
  const errorCode = codeOf(error);
  const blocked = blockedCodeOf(errorCode);
  if (blocked !== undefined) {
    const detail = errorCode === 'UNSPECIFIED' ? { detail: messageOf(error) } : {};
    const certificates = [...certificatesOf(error)];
    const presented = certificates.length === 0 ? {} : { certificates };
    return { outcome: 'blocked', code: blocked, params: { errorCode, ...detail, ...presented } };
  }
  if (isInterim(error))
    return {
      outcome: 'failed',
      code: 'malformed_response',
      params: { errorCode: 'INTERIM_RESPONSE' },
    };
  const code = failureCodeOf(error, errorCode);
  if (code !== undefined)
    return { outcome: 'failed', code, params: errorCode === '' ? {} : { errorCode } };
  // Errors of the HTTP client's parser have a name, but not always a code.
  if (error instanceof Error && error.name === 'HTTPParserError')
    return { outcome: 'failed', code: 'malformed_response', params: { detail: error.message } };
  const known = errorCode === '' ? {} : { errorCode };
  return {
    outcome: 'failed',
    code: 'network_error',
    params: { ...known, detail: messageOf(error) },
  };
}
