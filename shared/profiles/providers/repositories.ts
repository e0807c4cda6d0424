/** Providers of source code and issues. */
import type { ProfileInput } from '../profile-input.ts';
import { cite } from '../sources.ts';
import { hourMs, minuteMs, secondMs } from '../time.ts';

export const github: ProfileInput = {
  id: 'github',
  name: 'GitHub',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'X-Hub-Signature-256',
    content: '{body}',
    value: 'sha256={signatures}',
    encoding: 'hex',
  },
  headers: [
    ['User-Agent', 'GitHub-Hookshot/hookwright'],
    ['Content-Type', 'application/json'],
    ['X-GitHub-Event', '{event}'],
    ['X-GitHub-Delivery', '{id}'],
  ],
  timeLimitMs: 10 * secondMs,
  // Enterprise Server.
  timeLimitMaxMs: 30 * secondMs,
  success: { delivered: ['2xx'] },
  retries: { kind: 'none' },
  body: 'payload',
  sources: {
    signature: cite('githubValidating', 'githubEvents'),
    rotation: cite('githubValidating'),
    tolerance: cite('githubBestPractices'),
    headers: cite('githubEvents', 'githubBestPractices'),
    time_limit: cite('githubBestPractices'),
    success: cite('githubTroubleshooting'),
    retries: cite('githubFailures'),
    body: cite('githubEvents'),
  },
};

export const linear: ProfileInput = {
  id: 'linear',
  name: 'Linear',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'Linear-Signature',
    content: '{body}',
    encoding: 'hex',
  },
  timestamp: 'milliseconds',
  tolerance: { pastMs: 60 * secondMs, futureMs: 60 * secondMs },
  headers: [
    ['User-Agent', 'Linear-Webhook'],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Linear-Delivery', '{id}'],
    ['Linear-Event', '{event}'],
    ['Linear-Timestamp', '{timestamp}'],
  ],
  timeLimitMs: 5 * secondMs,
  success: { delivered: ['2xx'] },
  retries: {
    kind: 'exponential',
    baseMs: minuteMs,
    factor: 2,
    capMs: hourMs,
    maxAttempts: 4,
    windowMs: null,
  },
  body: 'payload',
  sources: {
    signature: cite('linearLibrary'),
    rotation: cite('linearLibrary'),
    tolerance: cite('linearLibrary'),
    headers: cite('linearGuide', 'linearLibrary'),
    body: cite('linearGuide'),
  },
};
