/** Text for log entries. */

import { formatDuration } from '#shared/kit/duration.ts';
import { mockFaults } from '#shared/mocks/faults.ts';
import type { MockEntryDetail, MockEntryKind, SignatureCheck } from '#shared/mocks/request.ts';

export const kindTitles: Readonly<Record<MockEntryKind, string>> = {
  request: 'Request',
  reset_before_request: 'Reset before request',
  handshake_reset: 'Reset during TLS handshake',
  handshake_failed: 'TLS handshake failed',
  no_request: 'No request',
  broken_request: 'Invalid HTTP request',
};

const causes = {
  rule: 'rule',
  rule_unchecked: "rule can't be checked",
  outage: 'outage',
  rate_limit: 'rate limit',
  signature: 'signature',
  server: 'your server',
  server_failed: 'no response from your server',
  not_forwarded: 'not forwarded',
} as const;

type Responded = Pick<MockEntryDetail, 'kind' | 'status' | 'fault' | 'cause' | 'response'>;

function reason({ cause, response }: Responded): string {
  if (cause !== null && cause !== 'step') return ` (${causes[cause]})`;
  const step = response?.step;
  return step == null ? '' : ` (step ${step + 1})`;
}

const noResponseLabels: Readonly<Record<Exclude<MockEntryKind, 'request'>, string>> = {
  reset_before_request: 'Connection reset before the request',
  handshake_reset: 'Connection reset during the TLS handshake',
  handshake_failed: 'TLS handshake failed',
  no_request: 'Connection closed without a request',
  broken_request: 'Invalid HTTP; no response sent',
};

/** `Returned 503 after 2 s (step 1)` */
export function responseText(entry: Responded): string {
  const { kind, status, fault, response } = entry;
  if (kind !== 'request') return noResponseLabels[kind];
  const reasonText = reason(entry);
  const delay =
    response !== null && response.delayMs > 0 ? ` after ${formatDuration(response.delayMs)}` : '';
  if (!mockFaults[fault].hasStatus)
    return `No response: ${mockFaults[fault].title.toLowerCase()}${reasonText}`;
  const faultText = fault === 'none' ? '' : `, ${mockFaults[fault].title.toLowerCase()}`;
  return `Returned ${status ?? 'nothing'}${delay}${faultText}${reasonText}`;
}

/** How bad it is; null for what the mock endpoint was set up to do. */
export function problemTone({
  kind,
  status,
  cause,
}: Omit<Responded, 'response' | 'fault'>): 'warn' | 'bad' | null {
  if (kind === 'no_request' || kind === 'broken_request') return 'bad';
  if (kind === 'handshake_failed' || cause === 'not_forwarded') return 'warn';
  if (cause === 'signature' || cause === 'server_failed') return 'bad';
  if (cause !== 'server' || status === null || status < 400) return null;
  return status >= 500 ? 'bad' : 'warn';
}

export interface SignatureResult {
  readonly tone: 'ok' | 'warn' | 'bad';
  readonly text: string;
}

const validForRawOnly = 'Valid for the raw body only. Receivers must hash the raw bytes.';

const validLabels: Readonly<Record<SignatureCheck['parsed'], string>> = {
  match: 'Valid for the raw and parsed body',
  mismatch: validForRawOnly,
  missing: validForRawOnly,
  not_json: "Valid for the raw body, which isn't JSON",
  not_checked: 'Valid for the raw body, which is too large to parse',
};

/** Both verdicts combined, with a fix. */
export function signatureResult({ raw, parsed }: SignatureCheck): SignatureResult {
  if (raw === 'missing')
    return {
      tone: 'bad',
      text: 'Missing signature: the destination has no secret, or a proxy removed it.',
    };
  if (raw === 'not_checked')
    return { tone: 'warn', text: 'Not checked: the form is too large to parse' };
  if (raw === 'match') return { tone: 'ok', text: validLabels[parsed] };
  return parsed === 'match'
    ? {
        tone: 'warn',
        text: 'Valid for the parsed body only: check for a proxy that rewrites JSON.',
      }
    : {
        tone: 'bad',
        text: 'The secret differs, or the body changed in transit.',
      };
}
