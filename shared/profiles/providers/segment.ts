import { hourMs, type ProfileInput, secondMs } from '../profile-input.ts';
import { cited } from '../sources.ts';

/** The specification of this product, and the default (spec 2, 4, 5). */
export const segmentClassic: ProfileInput = {
  id: 'segment-classic',
  name: 'Segment (classic)',
  signature: {
    kind: 'hmac',
    hash: 'sha1',
    header: 'X-Signature',
    content: '{body}',
    batches: 'first_item',
    encoding: 'hex',
  },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 5 * secondMs,
  success: { accepted: ['2xx'], retried: ['5xx'], others: 'final' },
  retries: { kind: 'destination' },
  body: 'message',
  sources: cited({
    hookwright: [
      'signature',
      'headers',
      'time_limit',
      'success',
      'retries',
      'retry_window',
      'body',
    ],
    segmentClassic: [
      'signature',
      'headers',
      'time_limit',
      'success',
      'retries',
      'retry_window',
      'body',
    ],
    segmentDestinations: ['retries'],
  }),
};

export const segmentActions: ProfileInput = {
  id: 'segment-actions',
  name: 'Segment (Actions)',
  signature: segmentClassic.signature,
  headers: [
    ['User-Agent', 'Segment (Actions)'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { accepted: ['2xx'], notRetried: ['400', '401', '403'] },
  redirects: 'followed',
  retries: {
    kind: 'exponential',
    baseMs: 10 * secondMs,
    factor: 2,
    capMs: 20 * 60 * secondMs,
    jitter: { minus: 0.5, plus: 0 },
    maxAttempts: null,
    windowMs: 4 * hourMs,
  },
  body: 'message',
  sources: cited({
    segmentRequest: ['headers', 'time_limit', 'success', 'redirects'],
    segmentActions: ['signature', 'rotation', 'headers', 'body'],
    segmentDestinations: ['retries', 'retry_window'],
    segmentErrorCodes: ['success', 'retries'],
  }),
};
