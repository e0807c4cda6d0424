/** Event gateways and pipelines. */
import type { ProfileInput } from '../profile-input.ts';
import { cite } from '../sources.ts';
import { hourMs, minuteMs, secondMs } from '../time.ts';

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
  success: { delivered: ['2xx', '3xx'] },
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
  sources: {
    signature: cite('outpostSignatures'),
    rotation: cite('outpostSignatures'),
    tolerance: cite('outpostSignatures'),
    headers: cite('outpostSignatures', 'outpostDestination'),
    time_limit: cite('outpostConfiguration'),
    success: cite('outpostHttp', 'outpostDelivery'),
    retries: cite('outpostDelivery', 'outpostBackoff'),
    disabling: cite('outpostConfiguration'),
    body: cite('outpostDestination'),
  },
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
  tolerance: { pastMs: 300 * secondMs, futureMs: 300 * secondMs },
  headers: [
    ['User-Agent', 'Convoy/1.0 (Hookwright)'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { delivered: ['2xx'] },
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
  sources: {
    signature: cite('convoySignature', 'convoyModel'),
    rotation: cite('convoySignature'),
    tolerance: cite('convoyLibrary'),
    headers: cite('convoyWorker', 'convoyDispatcher'),
    time_limit: cite('convoyConstants'),
    success: cite('convoyWorker'),
    retries: cite('convoyModel', 'convoyWorker'),
    disabling: cite('convoyModel'),
    body: cite('convoyWorker'),
  },
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
  success: { delivered: ['2xx'], notRetried: ['3xx', '4xx'], retried: ['408', '429'] },
  redirects: 'followed',
  ordered: true,
  retries: {
    kind: 'exponential',
    baseMs: 10 * secondMs,
    factor: 2,
    capMs: 5 * minuteMs,
    maxAttempts: null,
    windowMs: 3 * hourMs,
  },
  body: 'message',
  sources: {
    signature: cite('rudderTransformer'),
    headers: cite('rudderNetwork'),
    time_limit: cite('rudderLifecycle'),
    success: cite('rudderRouter'),
    retries: cite('rudderRouter', 'rudderLifecycle'),
    body: cite('rudderTransformer'),
  },
};
