/** Names of faults and certificates as lists and fields show them. What each does is in the contract. */
import type { ReceiverTls } from '#shared/schemas/receiver.ts';
import type { ReceiverFault } from '#shared/schemas/receiver-step.ts';

export const faultTitles: Readonly<Record<ReceiverFault, string>> = {
  none: 'Answers as told',
  hang: 'Hangs',
  close: 'Closes without an answer',
  refuse_connection: 'Refuses the connection',
  reset_before_request: 'Resets before the request',
  reset_during_request: 'Resets during the request',
  reset_after_request: 'Resets after the request',
  malformed_status_line: 'Malformed status line',
  malformed_headers: 'Malformed headers',
  truncated_body: 'Truncated body',
  wrong_content_length: 'Wrong Content-Length',
  slow_body: 'Slow body',
  endless_body: 'Endless body',
  redirect_loop: 'Redirect loop',
};

/** For places as narrow as a status. */
export const shortFaults: Readonly<Record<Exclude<ReceiverFault, 'none'>, string>> = {
  hang: 'hang',
  close: 'close',
  refuse_connection: 'refuse',
  reset_before_request: 'reset',
  reset_during_request: 'reset',
  reset_after_request: 'reset',
  malformed_status_line: 'malformed',
  malformed_headers: 'malformed',
  truncated_body: 'cut',
  wrong_content_length: 'length',
  slow_body: 'slow',
  endless_body: 'endless',
  redirect_loop: 'loop',
};

const withoutStatus: ReadonlySet<ReceiverFault> = new Set<ReceiverFault>([
  'hang',
  'close',
  'refuse_connection',
  'reset_before_request',
  'reset_during_request',
  'reset_after_request',
  'malformed_status_line',
]);

/** Whether a status is sent in spite of the fault. */
export function sendsStatus(fault: ReceiverFault): boolean {
  return !withoutStatus.has(fault);
}

/** Whether there is anything to wait for before it happens. */
export function hasDelay(fault: ReceiverFault): boolean {
  return fault !== 'hang' && fault !== 'refuse_connection' && fault !== 'reset_before_request';
}

/** Whether the fault is about the body, sent at a pace. */
export function hasPace(fault: ReceiverFault): boolean {
  return fault === 'slow_body' || fault === 'endless_body';
}

export const tlsTitles: Readonly<Record<ReceiverTls, string>> = {
  none: 'None: plain http',
  good: 'Good',
  self_signed: 'Self-signed',
  expired: 'Expired last night',
  not_yet_valid: 'Not yet valid',
  wrong_host: 'For another host',
  unknown_authority: 'From an unknown authority',
  incomplete_chain: 'With an incomplete chain',
  handshake_reset: 'Reset within the handshake',
};
