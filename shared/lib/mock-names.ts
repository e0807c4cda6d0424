/** Faults and certificates of mock endpoints with their descriptions, for schema, interface and docs. */

/** Faults of a step. */
export const mockFaults = {
  none: 'No fault.',
  hang: 'Reads the request and never responds; the connection stays open.',
  close: 'Reads the request and closes the connection without a response.',
  refuse_connection: 'Does not listen. Refused connections are not logged or counted.',
  reset_before_request: 'Resets the connection before reading the request.',
  reset_during_request: 'Reads the request headers and resets the connection before the body.',
  reset_after_request: 'Reads the whole request and resets the connection.',
  malformed_status_line: 'Returns an invalid status line.',
  malformed_headers: 'Returns an invalid header line.',
  truncated_body: 'Announces the whole body, sends half of it and closes the connection.',
  wrong_content_length: 'Announces half of the body and sends all of it.',
  slow_body: 'Sends the body slowly: 10 bytes/s by default.',
  endless_body: 'Sends a body that never ends: 100,000 bytes/s by default.',
  redirect_loop: 'Redirects to itself with the 3xx status of the step, or 307.',
} as const;

/** Certificates of https mock endpoints, created at startup. `none` is plain http. */
export const mockTlsKinds = {
  none: 'Plain HTTP.',
  good: 'Issued by the development CA for this machine.',
  self_signed: 'Self-signed.',
  expired: 'Issued by the development CA; expired last night.',
  not_yet_valid: 'Issued by the development CA; becomes valid in a year.',
  wrong_host: 'Issued by the development CA for other.localhost.',
  unknown_authority: 'Issued by an untrusted certificate authority.',
  incomplete_chain: 'Issued by an intermediate CA whose certificate is not sent.',
  handshake_reset: 'Resets the connection during the TLS handshake.',
} as const;

const keysOf = <Key extends string>(record: Readonly<Record<Key, string>>) =>
  Object.keys(record) as [Key, ...Key[]];

export const mockFaultNames = keysOf(mockFaults);
export const mockTlsNames = keysOf(mockTlsKinds);
