/** Providers of source code and issues. */
import { hourMs, minuteMs, type ProfileInput, secondMs } from '../profile-input.ts';
import { cited } from '../sources.ts';

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
  success: { accepted: ['2xx'] },
  retries: { kind: 'none' },
  body: 'payload',
  sources: cited({
    githubValidating: ['signature', 'rotation'],
    githubEvents: ['signature', 'headers', 'body'],
    githubBestPractices: ['tolerance', 'headers', 'time_limit'],
    githubTroubleshooting: ['success'],
    githubFailures: ['retries'],
  }),
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
  success: { accepted: ['2xx'] },
  retries: {
    kind: 'exponential',
    baseMs: minuteMs,
    factor: 2,
    capMs: hourMs,
    maxAttempts: 4,
    windowMs: null,
  },
  body: 'payload',
  sources: cited({
    linearGuide: ['headers', 'body'],
    linearLibrary: ['signature', 'rotation', 'tolerance', 'headers'],
  }),
};
