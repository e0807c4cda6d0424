/** Chat, mail, telephony and customer relations. */
import { dayMs, minuteMs, type ProfileInput, secondMs } from '../profile-input.ts';
import { cite, cited } from '../sources.ts';

export const slack: ProfileInput = {
  id: 'slack',
  name: 'Slack (Events API)',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'X-Slack-Signature',
    content: 'v0:{timestamp}:{body}',
    value: 'v0={signatures}',
    encoding: 'hex',
  },
  tolerance: { pastMs: 300 * secondMs, futureMs: null },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ['X-Slack-Request-Timestamp', '{timestamp}'],
    ['X-Slack-Retry-Num', '{retry}'],
  ],
  timeLimitMs: 3 * secondMs,
  success: { accepted: ['2xx'] },
  redirects: 'followed',
  maxRedirects: 2,
  retries: { kind: 'delays', delaysMs: [0, minuteMs, 5 * minuteMs] },
  body: 'payload',
  sources: cited({
    slackLibrary: ['signature', 'rotation', 'tolerance', 'headers'],
    slackGuide: [
      'headers',
      'time_limit',
      'success',
      'retries',
      'retry_count',
      'retry_delays',
      'body',
    ],
    slackRetries: ['redirects', 'retries', 'retry_count', 'retry_delays'],
  }),
};

export const discord: ProfileInput = {
  id: 'discord',
  name: 'Discord',
  signature: {
    kind: 'ed25519',
    header: 'X-Signature-Ed25519',
    content: '{timestamp}{body}',
    encoding: 'hex',
    keyForm: 'hex',
  },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ['X-Signature-Timestamp', '{timestamp}'],
  ],
  timeLimitMs: 3 * secondMs,
  success: { accepted: ['204'] },
  retries: {
    kind: 'exponential',
    baseMs: 10 * secondMs,
    factor: 2,
    capMs: 5 * minuteMs,
    maxAttempts: null,
    windowMs: 10 * minuteMs,
  },
  body: 'payload',
  sources: cited({
    discordEvents: [
      'signature',
      'headers',
      'time_limit',
      'success',
      'retries',
      'retry_window',
      'body',
    ],
    discordLibrary: ['signature', 'rotation'],
  }),
};

const twilioHeaders: ProfileInput['headers'] = [
  ['User-Agent', 'TwilioProxy/1.1 (Hookwright)'],
  ['I-Twilio-Idempotency-Token', '{id}'],
];

const twilioRules: Pick<ProfileInput, 'timeLimitMs' | 'timeouts' | 'success' | 'retries' | 'body'> =
  {
    timeLimitMs: 15 * secondMs,
    timeouts: 'not_retried',
    success: { accepted: ['2xx'], notRetried: ['3xx', '4xx', '5xx'] },
    retries: {
      kind: 'exponential',
      baseMs: secondMs,
      factor: 1,
      capMs: secondMs,
      maxAttempts: 2,
      windowMs: 15 * secondMs,
    },
    body: 'payload',
  };

const twilioSources: ProfileInput['sources'] = {
  signature: cite('twilioLibrary', 'twilioError'),
  rotation: cite('twilioError'),
  headers: cite('twilioGuide'),
  time_limit: cite('twilioOverrides'),
  success: cite('twilioGuide', 'twilioOverrides'),
  retries: cite('twilioOverrides'),
  retry_count: cite('twilioOverrides'),
  retry_window: cite('twilioOverrides'),
  body: cite('twilioError'),
};

export const twilioForm: ProfileInput = {
  id: 'twilio',
  name: 'Twilio (form)',
  signature: {
    kind: 'hmac',
    hash: 'sha1',
    header: 'X-Twilio-Signature',
    content: '{url}{form}',
    encoding: 'base64',
  },
  headers: [['Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8'], ...twilioHeaders],
  ...twilioRules,
  sources: twilioSources,
};

export const twilioJson: ProfileInput = {
  id: 'twilio-json',
  name: 'Twilio (JSON)',
  signature: {
    kind: 'hmac',
    hash: 'sha1',
    header: 'X-Twilio-Signature',
    content: '{url}',
    encoding: 'base64',
  },
  bodyHashParameter: 'bodySHA256',
  headers: [['Content-Type', 'application/json'], ...twilioHeaders],
  ...twilioRules,
  sources: twilioSources,
};

export const sendgrid: ProfileInput = {
  id: 'sendgrid',
  name: 'SendGrid',
  signature: {
    kind: 'ecdsa_p256',
    header: 'X-Twilio-Email-Event-Webhook-Signature',
    content: '{timestamp}{body}',
    encoding: 'base64',
    keyForm: 'base64',
  },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ['X-Twilio-Email-Event-Webhook-Timestamp', '{timestamp}'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { accepted: ['2xx'] },
  retries: {
    kind: 'exponential',
    baseMs: minuteMs,
    factor: 2,
    capMs: 4 * 60 * minuteMs,
    maxAttempts: null,
    windowMs: dayMs,
  },
  body: 'payload',
  sources: cited({
    sendgridLibrary: ['signature', 'rotation', 'tolerance', 'headers', 'body'],
    sendgridTroubleshooting: ['success', 'redirects', 'retries', 'retry_window'],
  }),
};

export const hubspot: ProfileInput = {
  id: 'hubspot',
  name: 'HubSpot (v3)',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'X-HubSpot-Signature-v3',
    content: '{method}{url}{body}{timestamp}',
    encoding: 'base64',
  },
  timestamp: 'milliseconds',
  tolerance: { pastMs: 300 * secondMs, futureMs: null },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ['X-HubSpot-Request-Timestamp', '{timestamp}'],
  ],
  timeLimitMs: 5 * secondMs,
  success: { accepted: ['2xx'], notRetried: ['400', '401', '403', '404', '405'] },
  retries: {
    kind: 'exponential',
    baseMs: 2 * minuteMs,
    factor: 2,
    capMs: dayMs,
    maxAttempts: 11,
    windowMs: null,
  },
  body: 'payload',
  attemptField: 'attemptNumber',
  sources: cited({
    hubspotLibrary: ['signature', 'rotation', 'tolerance', 'headers', 'body'],
    hubspotGuide: ['headers', 'body'],
    hubspotTimeout: ['time_limit'],
    hubspotForum: ['success', 'retries', 'retry_count', 'retry_delays'],
  }),
};
