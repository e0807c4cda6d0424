/** What an attempt came to, as a value with a sentence for the user (D25, D27, D30). */
import type { FailureReason, RefusalReason, Verdict } from '#shared/schemas/delivery.ts';

/** How long a customer has to answer (spec 4.1, 8). */
export const responseTimeOutMs = 5_000;

/** OpenSSL's and our codes for failed verification, with explanations for the user. */
const refusals: Readonly<Record<string, readonly [RefusalReason, string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ['self_signed', 'The certificate is self-signed.'],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'unknown_issuer',
    'The certificate was issued by an authority that is not trusted here.',
  ],
  UNABLE_TO_GET_ISSUER_CERT: ['unknown_issuer', 'The issuer of the certificate is unknown.'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'unknown_issuer',
    'The issuer of the certificate is unknown.',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'unknown_issuer',
    'The issuer of the certificate is unknown, or the server does not send the whole chain.',
  ],
  CERT_SIGNATURE_FAILURE: [
    'unknown_issuer',
    'The certificate was not signed by the authority that it names.',
  ],
  CERT_HAS_EXPIRED: ['expired', 'The certificate has expired.'],
  CERT_NOT_YET_VALID: ['not_yet_valid', 'The certificate is not valid yet.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['wrong_host', 'The certificate is for another host.'],
  HOSTNAME_MISMATCH: ['wrong_host', 'The certificate is for another host.'],
  OWN_ENDPOINT: [
    'own_endpoint',
    "The URL points to Hookwright's own ingestion endpoint, so each event would loop.",
  ],
};

/** A connection to Hookwright's own ingestion endpoint, which is blocked. */
export class OwnEndpointError extends Error {
  readonly code = 'OWN_ENDPOINT';
}

/** Other failures of verification; their code is all there is to say. */
const otherRefusals = new Set([
  // What Node has no name for, such as a key that is too weak.
  'UNSPECIFIED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_CHAIN_TOO_LONG',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
]);

const failures: Readonly<Record<string, readonly [FailureReason, string]>> = {
  ECONNREFUSED: [
    'connection_refused',
    'Nothing listens at this address: the connection was refused.',
  ],
  ECONNRESET: ['connection_reset', 'The connection was closed before an answer came.'],
  EPIPE: ['connection_reset', 'The connection was closed before an answer came.'],
  UND_ERR_SOCKET: ['connection_reset', 'The connection was closed before an answer came.'],
  ENOTFOUND: ['host_not_found', 'The host name does not exist.'],
  EAI_AGAIN: ['host_not_found', 'The host name could not be looked up.'],
  ETIMEDOUT: ['time_out', 'The host did not take the connection in time.'],
  UND_ERR_HEADERS_OVERFLOW: ['malformed_response', 'The headers of the answer are too large.'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    'malformed_response',
    'The answer contradicts itself about its length.',
  ],
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The HTTP client's error for an unrequested 101, or a 100 that never ends. */
const interimMessages = new Set(['bad response', 'bad upgrade']);

/** Why the bytes of an answer are not one to a POST; null when that was not the failure. */
function malformation(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // The parser of the HTTP client gives its errors a name, and a code only where it has one.
  if (error.name === 'HTTPParserError') return `The answer is not valid HTTP: ${error.message}.`;
  // To a 101 without Upgrade it says that in the form of a failed assertion.
  return interimMessages.has(error.message) || codeOf(error) === 'ERR_ASSERTION'
    ? 'The receiver answered 100 or 101, which was not asked for.'
    : null;
}

/** Any answer but a 5xx is a success; one that is not 2xx carries a warning (D25). */
export function verdictOfStatus(status: number): Verdict {
  if (status >= 500 && status <= 599)
    return {
      kind: 'failed',
      reason: 'server_error',
      explanation: `The receiver answered ${status}.`,
    };
  if (status >= 200 && status <= 299) return { kind: 'delivered', warning: null };
  const hint = status >= 300 && status <= 399 ? ' Redirects are not followed.' : '';
  return {
    kind: 'delivered',
    warning: `The receiver answered ${status}. Any answer but a 5xx counts as delivered, so it is not tried again.${hint}`,
  };
}

/** No answer in time: a time-out error, retried (spec 7). */
export const timedOut: Verdict = {
  kind: 'failed',
  reason: 'time_out',
  explanation: 'No answer within 5 seconds.',
};

/** The verdict on an attempt that ended without an answer. */
export function verdictOfError(error: unknown): Verdict {
  const code = codeOf(error);
  const refusal = refusals[code];
  if (refusal !== undefined || otherRefusals.has(code) || code.startsWith('ERR_TLS_CERT_')) {
    const [reason, sentence] = refusal ?? [
      'untrusted',
      `The certificate could not be verified (${code === 'UNSPECIFIED' && error instanceof Error ? error.message : code}).`,
    ];
    return {
      kind: 'refused',
      reason,
      explanation: `${sentence} No request was sent, and it is not tried again.`,
    };
  }
  const malformed = malformation(error);
  if (malformed !== null)
    return {
      kind: 'failed',
      reason: 'malformed_response',
      explanation: malformed,
    };
  const [reason, sentence] = failures[code] ?? [
    'network_error',
    `The request failed: ${error instanceof Error ? error.message : String(error)}.`,
  ];
  return { kind: 'failed', reason, explanation: sentence };
}
