/** Event gateways and pipelines. */
import { hourMs, minuteMs, type ProfileInput, secondMs } from '../profile-input.ts';
import { cited } from '../sources.ts';

export const outpost: ProfileInput = {
  id: 'outpost',
  name: 'Outpost',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'x-outpost-signature',
    content: '{body}',
    value: 'v0={signatures}',
    separator: ',',
    encoding: 'hex',
  },
  timestamp: 'iso',
  headers: [
    ['User-Agent', 'Outpost/1.0 (Hookwright)'],
    ['Content-Type', 'application/json'],
    ['x-outpost-event-id', '{id}'],
    ['x-outpost-topic', '{event}'],
    ['x-outpost-timestamp', '{timestamp}'],
  ],
  timeLimitMs: 5 * secondMs,
  success: { accepted: ['2xx', '3xx'] },
  redirects: 'followed',
  retries: {
    kind: 'exponential',
    baseMs: 30 * secondMs,
    factor: 2,
    capMs: 5 * hourMs,
    maxAttempts: 11,
    windowMs: null,
  },
  body: 'payload',
  sources: cited({
    outpostSignatures: ['signature', 'rotation', 'tolerance', 'headers'],
    outpostDestination: ['headers', 'body'],
    outpostConfiguration: ['time_limit', 'disabling'],
    outpostHttp: ['success'],
    outpostDelivery: ['success', 'retries', 'retry_count', 'retry_delays'],
    outpostClient: ['redirects'],
    outpostBackoff: ['retry_delays'],
  }),
};

export const convoy: ProfileInput = {
  id: 'convoy',
  name: 'Convoy',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'X-Convoy-Signature',
    content: '{timestamp},{body}',
    value: 't={timestamp},{signatures}',
    entry: 'v1={signature}',
    separator: ',',
    encoding: 'hex',
  },
  tolerance: { pastMs: 300 * secondMs, futureMs: null },
  headers: [
    ['User-Agent', 'Convoy/1.0 (Hookwright)'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { accepted: ['2xx'] },
  redirects: 'followed',
  retries: {
    kind: 'exponential',
    baseMs: 100 * secondMs,
    factor: 1,
    capMs: 100 * secondMs,
    maxAttempts: 10,
    windowMs: null,
  },
  body: 'payload',
  sources: cited({
    convoySignature: ['signature', 'rotation'],
    convoyModel: ['signature', 'retries', 'retry_count', 'retry_delays', 'disabling'],
    convoyEndpoint: ['signature'],
    convoyLibrary: ['tolerance'],
    convoyWorker: ['headers', 'success', 'retries', 'retry_delays', 'body'],
    convoyDispatcher: ['headers', 'redirects'],
    convoyConstants: ['time_limit'],
  }),
};

export const rudderstack: ProfileInput = {
  id: 'rudderstack',
  name: 'RudderStack',
  signature: { kind: 'none' },
  headers: [
    ['User-Agent', 'RudderLabs'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { accepted: ['2xx'], notRetried: ['3xx', '4xx'], retried: ['408', '429'] },
  redirects: 'followed',
  ordered: true,
  retries: {
    kind: 'exponential',
    baseMs: 10 * secondMs,
    factor: 2,
    capMs: 5 * minuteMs,
    maxAttempts: null,
    windowMs: 3 * hourMs,
    windowLimits: 'failures',
  },
  body: 'message',
  sources: cited({
    rudderTransformer: ['signature', 'body'],
    rudderDocs: ['signature'],
    rudderNetwork: ['headers', 'redirects'],
    rudderRouter: ['success', 'retries', 'retry_cap', 'retry_delays'],
    rudderLifecycle: ['time_limit', 'retries'],
    rudderHandle: ['retry_window'],
  }),
};
