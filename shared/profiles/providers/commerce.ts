/** Payments and shops. */
import { dayMs, hourMs, minuteMs, type ProfileInput, secondMs } from '../profile-input.ts';
import { cited } from '../sources.ts';

export const stripe: ProfileInput = {
  id: 'stripe',
  name: 'Stripe',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'Stripe-Signature',
    content: '{timestamp}.{body}',
    value: 't={timestamp},{signatures}',
    entry: 'v1={signature}',
    separator: ',',
    encoding: 'hex',
  },
  tolerance: { pastMs: 300 * secondMs, futureMs: null },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { accepted: ['2xx'] },
  retries: {
    kind: 'exponential',
    baseMs: 5 * minuteMs,
    factor: 2,
    capMs: 12 * hourMs,
    maxAttempts: null,
    windowMs: 3 * dayMs,
  },
  disabling: { failingForMs: 3 * dayMs },
  body: 'payload',
  sources: cited({
    stripeLibrary: ['signature', 'rotation', 'tolerance'],
    stripeSuccess: ['success'],
    stripeGuide: ['retries', 'retry_window', 'body'],
    stripeReview: ['disabling'],
  }),
};

export const paddle: ProfileInput = {
  id: 'paddle',
  name: 'Paddle',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'Paddle-Signature',
    content: '{timestamp}:{body}',
    value: 'ts={timestamp};{signatures}',
    entry: 'h1={signature}',
    separator: ';',
    encoding: 'hex',
  },
  tolerance: { pastMs: 5 * secondMs, futureMs: null },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
  ],
  timeLimitMs: 5 * secondMs,
  success: { accepted: ['200'] },
  retries: {
    kind: 'exponential',
    // The first 20 retries are sent within an hour.
    baseMs: 35 * secondMs,
    factor: 1.15,
    capMs: 2 * hourMs,
    maxAttempts: 61,
    windowMs: 3 * dayMs,
  },
  body: 'payload',
  sources: cited({
    paddleLibrary: ['signature', 'rotation', 'tolerance'],
    paddleGuide: ['time_limit', 'success', 'retries', 'retry_count', 'retry_window', 'body'],
  }),
};

export const shopify: ProfileInput = {
  id: 'shopify',
  name: 'Shopify',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'X-Shopify-Hmac-Sha256',
    content: '{body}',
    encoding: 'base64',
  },
  headers: [
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ['X-Shopify-Topic', '{event}'],
    ['X-Shopify-Shop-Domain', 'hookwright.myshopify.com'],
    ['X-Shopify-API-Version', '2026-07'],
    ['X-Shopify-Webhook-Id', '{id}'],
    ['X-Shopify-Event-Id', '{id}'],
  ],
  timeLimitMs: 5 * secondMs,
  success: { accepted: ['2xx'] },
  retries: {
    kind: 'exponential',
    // Doubled, all 8 retries fit in the window.
    baseMs: 50 * secondMs,
    factor: 2,
    capMs: 2 * hourMs,
    maxAttempts: 9,
    windowMs: 4 * hourMs,
  },
  // An attempt and its 8 retries.
  disabling: { consecutiveFailures: 9 },
  body: 'payload',
  sources: cited({
    shopifyVerify: ['signature', 'rotation'],
    shopifyLibrary: ['headers'],
    shopifyGuide: ['time_limit', 'success', 'disabling'],
    shopifyRetries: ['retries', 'retry_count', 'retry_window', 'body'],
  }),
};

export const square: ProfileInput = {
  id: 'square',
  name: 'Square',
  signature: {
    kind: 'hmac',
    hash: 'sha256',
    header: 'x-square-hmacsha256-signature',
    content: '{url}{body}',
    encoding: 'base64',
  },
  headers: [
    ['User-Agent', 'Square Connect v2'],
    ['Content-Type', 'application/json'],
    ['square-environment', 'Sandbox'],
    ['square-subscription-id', 'hookwright'],
    ['square-version', '2026-07-15'],
    ['square-retry-number', '{retry}'],
  ],
  timeLimitMs: 10 * secondMs,
  success: { accepted: ['2xx'] },
  retries: {
    kind: 'exponential',
    baseMs: minuteMs,
    factor: 2,
    capMs: 8 * hourMs,
    maxAttempts: null,
    windowMs: dayMs,
  },
  body: 'payload',
  sources: cited({
    squareLibrary: ['signature'],
    squareGuide: ['headers', 'retries', 'retry_cap', 'body'],
    squareTroubleshooting: ['success', 'retries', 'retry_window'],
  }),
};
