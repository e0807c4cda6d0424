/** Presets for common failures. The core converts them to receiver settings. */
import type { z } from 'zod';
import type { NewReceiver } from '../schemas/receiver.ts';

interface GalleryEntry {
  readonly title: string;
  readonly summary: string;
  readonly settings: z.input<typeof NewReceiver>;
  /** Gets a generated secret. */
  readonly withSecret?: true;
}

const hourMs = 3_600_000;

export const receiverGallery: readonly GalleryEntry[] = [
  {
    title: 'Always 200',
    summary: 'Takes everything: what a healthy receiver looks like.',
    settings: { name: 'ok' },
  },
  {
    title: 'Signature strict',
    summary: 'Answers 401 to a wrong or missing signature, and 200 to a right one.',
    settings: { name: 'signature-strict', strict: true },
    withSecret: true,
  },
  {
    title: 'Flaky, 1 in 3',
    summary: 'Every third request or so gets a 503, at random.',
    settings: {
      name: 'flaky-1-in-3',
      steps: [{ status: 503 }, { status: 200, times: 2 }],
      then: 'random',
    },
  },
  {
    title: '503 three times, then 200',
    summary: 'Recovers with the fourth attempt.',
    settings: { name: 'recovers', steps: [{ status: 503, times: 3 }, { status: 200 }] },
  },
  {
    title: 'Down for two hours',
    summary: 'Refuses connections for 2 h of virtual time from now, then returns 200.',
    settings: {
      name: 'down-for-two-hours',
      outage: { durationMs: 2 * hourMs, fault: 'refuse_connection' },
    },
  },
  {
    title: 'Always 500',
    summary: 'Fails every attempt, so that the whole ladder of retries is seen.',
    settings: { name: 'always-500', steps: [{ status: 500 }] },
  },
  {
    title: 'Gone',
    summary: 'Answers 410: it counts as delivered, with a warning.',
    settings: { name: 'gone', steps: [{ status: 410 }] },
  },
  {
    title: 'Rate limit of 10 a second',
    summary: 'Beyond 10 requests in a second, 429 with Retry-After.',
    settings: { name: 'rate-limit', rateLimit: { perSecond: 10 } },
  },
  {
    title: 'Just over 5 s',
    summary: 'Answers 200 a moment after the sender has given up.',
    settings: { name: 'just-over-5-s', steps: [{ delayMs: 5_200 }] },
  },
  {
    title: 'Slow to death',
    summary: 'Answers later and later, until every attempt times out.',
    settings: {
      name: 'slow-to-death',
      steps: [
        { delayMs: 500, times: 3 },
        { delayMs: 2_000, times: 3 },
        { delayMs: 4_500, times: 3 },
        { delayMs: 8_000 },
      ],
    },
  },
  {
    title: 'Slow body',
    summary: 'The head comes at once, the body at 10 bytes a second.',
    settings: {
      name: 'slow-body',
      steps: [
        {
          fault: 'slow_body',
          body: 'A body that takes its time, about ten seconds of it: wait for the end of this sentence, please.',
        },
      ],
    },
  },
  {
    title: 'Hangs',
    summary: 'Reads the request and never answers.',
    settings: { name: 'hangs', steps: [{ fault: 'hang' }] },
  },
  {
    title: 'Connection refused',
    summary: 'Nothing listens at its port.',
    settings: { name: 'refused', steps: [{ fault: 'refuse_connection' }] },
  },
  {
    title: 'Reset before the request',
    summary: 'Resets the connection as soon as it is open.',
    settings: { name: 'reset-before', steps: [{ fault: 'reset_before_request' }] },
  },
  {
    title: 'Reset during the request',
    summary: 'Resets the connection after the head of the request.',
    settings: { name: 'reset-during', steps: [{ fault: 'reset_during_request' }] },
  },
  {
    title: 'Reset after the request',
    summary: 'Reads the whole request, then resets the connection: was it taken or not?',
    settings: { name: 'reset-after', steps: [{ fault: 'reset_after_request' }] },
  },
  {
    title: 'Closes without an answer',
    summary: 'Reads the request and hangs up politely.',
    settings: { name: 'closes', steps: [{ fault: 'close' }] },
  },
  {
    title: 'Malformed status line',
    summary: 'Answers something that is not HTTP.',
    settings: { name: 'malformed-status', steps: [{ fault: 'malformed_status_line' }] },
  },
  {
    title: 'Malformed headers',
    summary: 'Answers 200 and a header line that is not one.',
    settings: { name: 'malformed-headers', steps: [{ fault: 'malformed_headers' }] },
  },
  {
    title: 'Truncated body',
    summary: 'Announces a body and hangs up after half of it.',
    settings: { name: 'truncated', steps: [{ fault: 'truncated_body' }] },
  },
  {
    title: 'Wrong Content-Length',
    summary: 'Sends more than it announced: the connection cannot be used again.',
    settings: { name: 'wrong-length', steps: [{ fault: 'wrong_content_length' }] },
  },
  {
    title: 'Endless body',
    summary: 'Never stops answering.',
    settings: { name: 'endless', steps: [{ fault: 'endless_body' }] },
  },
  {
    title: 'Redirect',
    summary:
      'Redirects to the receiver named ok: a sender that does not follow counts it as delivered.',
    settings: { name: 'redirect', steps: [{ status: 307, headers: { Location: '/r/ok' } }] },
  },
  {
    title: 'Redirect loop',
    summary: 'Redirects to itself, for ever.',
    settings: { name: 'redirect-loop', steps: [{ fault: 'redirect_loop', status: 302 }] },
  },
  {
    title: 'Https, all well',
    summary: "A certificate of the app's development authority.",
    settings: { name: 'https-ok', tls: 'good' },
  },
  {
    title: 'Certificate expired last night',
    summary: 'No request is sent, and it is not tried again.',
    settings: { name: 'expired', tls: 'expired' },
  },
  {
    title: 'Certificate not yet valid',
    summary: 'Its certificate begins in a year.',
    settings: { name: 'not-yet-valid', tls: 'not_yet_valid' },
  },
  {
    title: 'Self-signed certificate',
    summary: 'Its certificate is signed by itself.',
    settings: { name: 'self-signed', tls: 'self_signed' },
  },
  {
    title: 'Certificate for another host',
    summary: 'A good certificate, but for another name.',
    settings: { name: 'wrong-host', tls: 'wrong_host' },
  },
  {
    title: 'Unknown authority',
    summary: 'Its certificate was issued by an authority that nobody trusts.',
    settings: { name: 'unknown-authority', tls: 'unknown_authority' },
  },
  {
    title: 'Incomplete chain',
    summary: 'Forgets to send the certificate of the intermediate authority.',
    settings: { name: 'incomplete-chain', tls: 'incomplete_chain' },
  },
  {
    title: 'Reset within the handshake',
    summary: 'Resets the connection in the middle of the TLS handshake.',
    settings: { name: 'handshake-reset', tls: 'handshake_reset' },
  },
  {
    title: 'TLS 1.3 only',
    summary: 'Takes no older version of TLS.',
    settings: { name: 'tls-1-3', tls: 'good', tlsFloor: '1.3' },
  },
];
