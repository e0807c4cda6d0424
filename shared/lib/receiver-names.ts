/** What a receiver can do wrong, by name, with a sentence each: the schema, the screens and the README list these. */

/** How a step of a receiver misbehaves. */
export const receiverFaults = {
  none: 'Answers as the step says.',
  hang: 'Reads the request and never answers; the connection stays open.',
  close: 'Reads the request and closes the connection in an orderly way, without an answer.',
  refuse_connection:
    'Does not listen: the system refuses the connection. It is never seen, so it cannot be counted.',
  reset_before_request: 'Resets the connection before a byte of the request is read.',
  reset_during_request: 'Reads the head of the request and resets the connection before the body.',
  reset_after_request: 'Reads the whole request and resets the connection.',
  malformed_status_line: 'Answers with a status line that is not HTTP.',
  malformed_headers: 'Answers with a header line that is not HTTP.',
  truncated_body: 'Announces the whole body, sends half of it and closes the connection.',
  wrong_content_length: 'Announces half of the body and sends all of it.',
  slow_body: 'Sends the body at bytesPerSecond (10 unless given).',
  endless_body:
    'Sends a body that never ends, at bytesPerSecond (100,000 unless given), until the client leaves.',
  redirect_loop: 'Redirects to itself: with the status of the step if it is a 3xx, else with 307.',
} as const;

/** The certificate of an https receiver, made at start by the app. `none` is plain http. */
export const receiverTlsKinds = {
  none: 'Plain http.',
  good: "Issued by the app's development authority, for this machine.",
  self_signed: 'Signed by itself.',
  expired: 'Issued by the development authority; it expired last night.',
  not_yet_valid: 'Issued by the development authority; it becomes valid in a year.',
  wrong_host: 'Issued by the development CA, for other.localhost.',
  unknown_authority: 'Issued by an authority that nobody trusts.',
  incomplete_chain: 'Issued by an intermediate authority whose certificate is not sent along.',
  handshake_reset: 'Resets the connection in the middle of the TLS handshake.',
} as const;

const keysOf = <Key extends string>(record: Readonly<Record<Key, string>>) =>
  Object.keys(record) as [Key, ...Key[]];

export const receiverFaultNames = keysOf(receiverFaults);
export const receiverTlsNames = keysOf(receiverTlsKinds);
