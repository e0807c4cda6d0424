import type { ProfileInput } from '../profile-input.ts';
import { cite } from '../sources.ts';
import { hourMs, secondMs } from '../time.ts';

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
  success: { delivered: ['2xx'], retried: ['5xx'], others: 'delivered' },
  retries: { kind: 'destination' },
  body: 'message',
  sources: {
    signature: cite('hookwright', 'segmentClassic'),
    headers: cite('hookwright', 'segmentClassic'),
    time_limit: cite('hookwright', 'segmentClassic'),
    success: cite('hookwright', 'segmentClassic'),
    retries: cite('hookwright', 'segmentClassic', 'segmentDestinations'),
    retry_window: cite('hookwright', 'segmentClassic'),
    body: cite('hookwright', 'segmentClassic'),
  },
};

export const segmentActions: ProfileInput = {
  id: 'segment-actions',
  name: 'Segment (Actions)',
  signature: {
    kind: 'hmac',
    hash: 'sha1',
    header: 'X-Signature',
    content: '{body}',
    batches: 'first_item',
    encoding: 'hex',
  },
  headers: [
    ['User-Agent', 'Segment (Actions)'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { delivered: ['2xx'], notRetried: ['400', '401', '403'] },
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
  sources: {
    signature: cite('segmentActions'),
    rotation: cite('segmentActions'),
    headers: cite('segmentRequest', 'segmentActions'),
    time_limit: cite('segmentRequest'),
    success: cite('segmentRequest', 'segmentErrorCodes'),
    redirects: cite('segmentRequest'),
    retries: cite('segmentDestinations', 'segmentErrorCodes'),
    retry_window: cite('segmentDestinations'),
    body: cite('segmentActions'),
  },
};
