/** Standard Webhooks, and providers that sign with it. */
import { dayMs, hourMs, minuteMs, type ProfileInput, secondMs } from '../profile-input.ts';
import { cite, cited } from '../sources.ts';

const toleranceMs = 300 * secondMs;

const signatureWith = (prefix: string): ProfileInput['signature'] => ({
  kind: 'hmac',
  hash: 'sha256',
  header: `${prefix}-signature`,
  content: '{id}.{timestamp}.{body}',
  entry: 'v1,{signature}',
  separator: ' ',
  encoding: 'base64',
  keyForm: 'base64',
  keyPrefix: 'whsec_',
});

const headersWith = (prefix: string): ProfileInput['headers'] => [
  [`${prefix}-id`, '{id}'],
  [`${prefix}-timestamp`, '{timestamp}'],
];

export const standardWebhooks: ProfileInput = {
  id: 'standard-webhooks',
  name: 'Standard Webhooks',
  signature: signatureWith('webhook'),
  tolerance: { pastMs: toleranceMs, futureMs: toleranceMs },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ...headersWith('webhook'),
  ],
  timeLimitMs: 15 * secondMs,
  timeLimitMaxMs: 30 * secondMs,
  success: { accepted: ['2xx'] },
  retries: {
    kind: 'delays',
    delaysMs: [
      5 * secondMs,
      5 * minuteMs,
      30 * minuteMs,
      2 * hourMs,
      5 * hourMs,
      10 * hourMs,
      14 * hourMs,
      20 * hourMs,
      24 * hourMs,
    ],
  },
  retryAfter: 'honored',
  disabling: { statuses: ['410'] },
  body: 'envelope',
  recommended: ['time_limit', 'retries', 'retry_count', 'retry_delays', 'retry_after', 'body'],
  sources: cited({
    standardWebhooks: [
      'signature',
      'rotation',
      'headers',
      'time_limit',
      'success',
      'redirects',
      'retries',
      'retry_count',
      'retry_delays',
      'retry_after',
      'disabling',
      'body',
    ],
    standardWebhooksLibrary: ['rotation', 'tolerance'],
  }),
};

/** As hosted. */
const svixRules: Omit<ProfileInput, 'id' | 'name'> & Pick<ProfileInput, 'sources'> = {
  signature: signatureWith('svix'),
  tolerance: { pastMs: toleranceMs, futureMs: toleranceMs },
  headers: [
    ['User-Agent', 'Svix-Webhooks/1.0 (Hookwright)'],
    ['Content-Type', 'application/json'],
    ...headersWith('svix'),
  ],
  timeLimitMs: 15 * secondMs,
  success: { accepted: ['2xx'] },
  retries: {
    kind: 'delays',
    delaysMs: [
      5 * secondMs,
      5 * minuteMs,
      30 * minuteMs,
      2 * hourMs,
      5 * hourMs,
      10 * hourMs,
      10 * hourMs,
    ],
    jitter: { minus: 0.2, plus: 0.2 },
  },
  minDelay: { delayMs: minuteMs, afterTimeout: true, afterStatuses: ['429'] },
  retryAfter: 'clamped',
  disabling: { failingForMs: 5 * dayMs },
  body: 'payload',
  sources: cited({
    svixLibrary: ['tolerance'],
    svixRetries: [
      'time_limit',
      'success',
      'redirects',
      'retries',
      'retry_count',
      'retry_delays',
      'disabling',
    ],
    svixServer: ['signature', 'rotation', 'headers', 'retry_delays', 'retry_after', 'body'],
    svixManual: ['signature', 'headers'],
    svixConfiguration: ['disabling'],
  }),
};

export const svix: ProfileInput = {
  id: 'svix',
  name: 'Svix',
  ...svixRules,
  // The server's own default.
  timeLimitMaxMs: 30 * secondMs,
  sources: { ...svixRules.sources, time_limit: cite('svixRetries', 'svixConfiguration') },
};

export const clerk: ProfileInput = {
  id: 'clerk',
  name: 'Clerk',
  ...svixRules,
  // Clerk sends with Svix.
  sources: {
    ...svixRules.sources,
    signature: cite('clerkLibrary', 'clerkGuide'),
    tolerance: cite('standardWebhooksLibrary'),
    headers: cite('clerkLibrary'),
    time_limit: cite('clerkGuide', 'svixRetries'),
    body: cite('clerkGuide'),
  },
};

export const resend: ProfileInput = {
  id: 'resend',
  name: 'Resend',
  ...svixRules,
  sources: {
    ...svixRules.sources,
    signature: cite('resendLibrary'),
    tolerance: cite('standardWebhooksLibrary'),
    headers: cite('resendLibrary'),
    retries: cite('resendRetries', 'svixRetries'),
    retry_count: cite('resendRetries', 'svixRetries'),
    retry_delays: cite('resendRetries', 'svixRetries'),
  },
};

/** With a signing token. The older X-Gitlab-Token sends the secret itself. */
export const gitlab: ProfileInput = {
  id: 'gitlab',
  name: 'GitLab',
  signature: signatureWith('webhook'),
  tolerance: { pastMs: toleranceMs, futureMs: toleranceMs },
  headers: [
    ['User-Agent', 'GitLab/18.0 (Hookwright)'],
    ['Content-Type', 'application/json'],
    // First, because the signed ID is read from the first header that holds one.
    ...headersWith('webhook'),
    ['X-Gitlab-Event', '{event}'],
    ['X-Gitlab-Event-UUID', '{id}'],
    ['X-Gitlab-Webhook-UUID', '5b6f8a0e-3c1d-4e7b-9a52-d40c7f918e26'],
    ['X-Gitlab-Instance', 'https://gitlab.example.com'],
    ['Idempotency-Key', '{id}'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { accepted: ['2xx', '3xx'] },
  retries: { kind: 'none' },
  disabling: { consecutiveFailures: 40 },
  body: 'payload',
  sources: cited({
    gitlabSigning: ['signature'],
    gitlabService: ['headers', 'success', 'retries', 'body'],
    gitlabGuide: ['headers', 'time_limit'],
    gitlabDisabling: ['disabling'],
  }),
};

export const gitlabToken: ProfileInput = {
  ...gitlab,
  id: 'gitlab-token',
  name: 'GitLab (secret token)',
  signature: { kind: 'token', header: 'X-Gitlab-Token' },
  tolerance: { pastMs: null, futureMs: null },
  headers: gitlab.headers.filter(([name]) => !name.startsWith('webhook-')),
  sources: { ...gitlab.sources, signature: cite('gitlabService') },
};
