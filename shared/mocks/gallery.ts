/** Presets for common failures. The core converts them to mock endpoint settings. */
import type { z } from 'zod';
import type { NewMock } from './mock.ts';

interface GalleryEntry {
  readonly title: string;
  readonly summary: string;
  readonly settings: z.input<typeof NewMock>;
  /** Gets a generated secret. */
  readonly withSecret?: true;
}

const hourMs = 3_600_000;

/** Replaced by the user. */
const yourServer = 'http://localhost:3000/webhook';

export const mockGallery: readonly GalleryEntry[] = [
  {
    title: 'Always 200',
    summary: 'Accepts every request.',
    settings: { name: 'ok' },
  },
  {
    title: 'Outage in front of your server',
    summary: 'Returns 503 for 2 h of virtual time from now, then forwards to your server.',
    settings: {
      name: 'outage-in-front',
      forward: { url: yourServer },
      outage: { durationMs: 2 * hourMs },
    },
  },
  {
    title: 'Response lost',
    summary: 'Your server processes the request, but every other response is lost.',
    settings: {
      name: 'response-lost',
      forward: { url: yourServer },
      steps: [{ fault: 'reset_after_request' }, {}],
      then: 'repeat',
    },
  },
  {
    title: 'Every request twice',
    summary: 'Forwards two copies of each request to your server.',
    settings: {
      name: 'twice',
      forward: { url: yourServer },
      steps: [{ forward: { times: 2 } }],
    },
  },
  {
    title: 'Strict signature check',
    summary: 'Returns 401 for a missing or invalid signature, otherwise 200.',
    settings: { name: 'signature-strict', strict: true },
    withSecret: true,
  },
  {
    title: 'Flaky, 1 in 3',
    summary: 'Returns 503 to a random third of requests.',
    settings: {
      name: 'flaky-1-in-3',
      steps: [{ status: 503 }, { status: 200, times: 2 }],
      then: 'random',
    },
  },
  {
    title: '503 three times, then 200',
    summary: 'Recovers on the fourth attempt.',
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
    summary: 'Fails every attempt, which shows the whole backoff schedule.',
    settings: { name: 'always-500', steps: [{ status: 500 }] },
  },
  {
    title: '410 Gone',
    summary: 'Returns 410, which refuses the event.',
    settings: { name: 'gone', steps: [{ status: 410 }] },
  },
  {
    title: 'Rate limit of 10 per second',
    summary: 'Returns 429 with Retry-After above 10 requests per second.',
    settings: { name: 'rate-limit', rateLimit: { perSecond: 10 } },
  },
  {
    title: 'Responds after 5.2 s',
    summary: "Returns 200 just after the sender's timeout.",
    settings: { name: 'just-over-5-s', steps: [{ delayMs: 5_200 }] },
  },
  {
    title: 'Slower and slower',
    summary: 'Each response takes longer, until every attempt times out.',
    settings: {
      name: 'slower-and-slower',
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
    summary: 'Sends the headers immediately and the body at 10 bytes per second.',
    settings: {
      name: 'slow-body',
      steps: [
        {
          fault: 'slow_body',
          body: 'This body is sent at 10 bytes per second, so its last byte arrives after about ten seconds.',
        },
      ],
    },
  },
  {
    title: 'Hangs',
    summary: 'Reads the request and never responds.',
    settings: { name: 'hangs', steps: [{ fault: 'hang' }] },
  },
  {
    title: 'Connection refused',
    summary: 'Refuses connections, like a stopped server.',
    settings: { name: 'refused', steps: [{ fault: 'refuse_connection' }] },
  },
  {
    title: 'Reset before the request',
    summary: 'Resets the connection as soon as it opens.',
    settings: { name: 'reset-before', steps: [{ fault: 'reset_before_request' }] },
  },
  {
    title: 'Reset during the request',
    summary: 'Resets the connection after the request headers.',
    settings: { name: 'reset-during', steps: [{ fault: 'reset_during_request' }] },
  },
  {
    title: 'Reset after the request',
    summary: 'Reads the whole request, then resets the connection without a response.',
    settings: { name: 'reset-after', steps: [{ fault: 'reset_after_request' }] },
  },
  {
    title: 'Closes without a response',
    summary: 'Reads the request and closes the connection normally.',
    settings: { name: 'closes', steps: [{ fault: 'close' }] },
  },
  {
    title: 'Malformed status line',
    summary: 'Returns an invalid status line.',
    settings: { name: 'malformed-status', steps: [{ fault: 'malformed_status_line' }] },
  },
  {
    title: 'Malformed headers',
    summary: 'Returns 200 with an invalid header line.',
    settings: { name: 'malformed-headers', steps: [{ fault: 'malformed_headers' }] },
  },
  {
    title: 'Truncated body',
    summary: 'Closes the connection after half of the body.',
    settings: { name: 'truncated', steps: [{ fault: 'truncated_body' }] },
  },
  {
    title: 'Wrong Content-Length',
    summary: 'Sends more bytes than Content-Length, so the connection cannot be reused.',
    settings: { name: 'wrong-length', steps: [{ fault: 'wrong_content_length' }] },
  },
  {
    title: 'Endless body',
    summary: 'Sends a response body that never ends.',
    settings: { name: 'endless', steps: [{ fault: 'endless_body' }] },
  },
  {
    title: 'Redirect',
    summary:
      'Redirects to the mock endpoint named ok. Refuses the event, because redirects are not followed.',
    settings: { name: 'redirect', steps: [{ status: 307, headers: { Location: '/mock/ok' } }] },
  },
  {
    title: 'Redirect loop',
    summary: 'Redirects to itself forever.',
    settings: { name: 'redirect-loop', steps: [{ fault: 'redirect_loop', status: 302 }] },
  },
  {
    title: 'HTTPS, valid certificate',
    summary: 'The certificate is issued by the development CA.',
    settings: { name: 'https-ok', tls: 'good' },
  },
  {
    title: 'Certificate expired last night',
    summary: 'Deliveries are blocked until the certificate is renewed.',
    settings: { name: 'expired', tls: 'expired' },
  },
  {
    title: 'Certificate not yet valid',
    summary: 'The certificate becomes valid in a year.',
    settings: { name: 'not-yet-valid', tls: 'not_yet_valid' },
  },
  {
    title: 'Self-signed certificate',
    summary: 'The certificate is not issued by a CA.',
    settings: { name: 'self-signed', tls: 'self_signed' },
  },
  {
    title: 'Certificate for another host',
    summary: 'The certificate is for other.localhost.',
    settings: { name: 'wrong-host', tls: 'wrong_host' },
  },
  {
    title: 'Unknown CA',
    summary: 'The certificate was issued by an untrusted CA.',
    settings: { name: 'unknown-ca', tls: 'unknown_ca' },
  },
  {
    title: 'Incomplete chain',
    summary: "The intermediate CA's certificate is not sent.",
    settings: { name: 'incomplete-chain', tls: 'incomplete_chain' },
  },
  {
    title: 'Reset during the TLS handshake',
    summary: 'Resets the connection before TLS is established.',
    settings: { name: 'handshake-reset', tls: 'handshake_reset' },
  },
  {
    title: 'TLS 1.3 only',
    summary: 'Rejects TLS versions before 1.3.',
    settings: { name: 'tls-1-3', tls: 'good', tlsFloor: '1.3' },
  },
];
