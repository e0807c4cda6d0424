/** What an entry of the log came to, in words. Pure. */

import type { Tone } from '#renderer/ui/tone.ts';
import { formatDuration } from '#shared/lib/duration.ts';
import type {
  ReceiverEntryDetail,
  ReceiverEntryKind,
  SignatureCheck,
} from '#shared/schemas/receiver-request.ts';
import { faultTitles, sendsStatus } from '../editor/behavior-labels.ts';

export const kindTitles: Readonly<Record<ReceiverEntryKind, string>> = {
  request: 'Request',
  reset_before_request: 'Reset before the request was read',
  handshake_reset: 'Reset within the TLS handshake',
  handshake_failed: 'TLS handshake failed',
  no_request: 'Connection without a request',
  broken_request: 'Not a whole HTTP request',
};

const causes = {
  outage: 'because of the outage',
  rate_limit: 'because of the rate limit',
  signature: 'because of the signature',
} as const;

type Answered = Pick<ReceiverEntryDetail, 'kind' | 'status' | 'fault' | 'cause' | 'response'>;

function reason({ cause, response }: Answered): string {
  if (cause !== null && cause !== 'step') return `, ${causes[cause]}`;
  const step = response?.step;
  return step == null ? '' : `, as step ${step + 1} says`;
}

const unanswered: Readonly<Record<Exclude<ReceiverEntryKind, 'request'>, string>> = {
  reset_before_request: 'The connection was reset, as told, before a byte of a request was read.',
  handshake_reset: 'The connection was reset, as told, within the TLS handshake.',
  handshake_failed: 'The TLS handshake did not succeed, so no request was read.',
  no_request: 'The connection was opened and closed without a request.',
  broken_request: 'What came was not HTTP, or not all of a request, so it was not answered.',
};

/** What it answered and why, as a sentence. */
export function responseSentence(entry: Answered): string {
  const { kind, status, fault, response } = entry;
  if (kind !== 'request') return unanswered[kind];
  const why = reason(entry);
  const delay =
    response !== null && response.delayMs > 0 ? ` after ${formatDuration(response.delayMs)}` : '';
  if (!sendsStatus(fault)) return `No response: ${faultTitles[fault].toLowerCase()}${why}.`;
  const how = fault === 'none' ? '' : `, with this fault: ${faultTitles[fault].toLowerCase()}`;
  return `It answered ${status ?? 'nothing'}${delay}${how}${why}.`;
}

export function responseTone({ kind, status, fault }: Omit<Answered, 'response' | 'cause'>): Tone {
  if (kind !== 'request' || fault !== 'none' || status === null) return 'bad';
  return status >= 200 && status < 300 ? 'ok' : status >= 500 ? 'bad' : 'warn';
}

export interface SignatureFinding {
  readonly tone: 'ok' | 'warn' | 'bad';
  readonly text: string;
}

const overRawOnly =
  'Signed with this secret over the raw bytes. A receiver that parses the body first computes something else: let it hash the bytes as they came.';

const rightLabels: Readonly<Record<SignatureCheck['parsed'], string>> = {
  match: 'Signed with this secret, whichever way a receiver computes it.',
  mismatch: overRawOnly,
  missing: overRawOnly,
  not_json: 'Signed with this secret over the raw bytes. The body is not JSON.',
};

/** What both verdicts mean together, with the line that fixes it. */
export function signatureFinding({ raw, parsed }: SignatureCheck): SignatureFinding {
  if (raw === 'missing')
    return {
      tone: 'bad',
      text: 'There is no X-Signature: the destination has no shared secret, or something on the way took it off.',
    };
  if (raw === 'match') return { tone: 'ok', text: rightLabels[parsed] };
  return parsed === 'match'
    ? {
        tone: 'warn',
        text: 'The signature fits the body after JSON.parse and JSON.stringify, but not the bytes as they came: the body was changed on its way.',
      }
    : {
        tone: 'bad',
        text: 'Signed with another secret, or the body was changed on its way. Compare the shared secret of the destination with the one here.',
      };
}
