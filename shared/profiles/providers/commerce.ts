/** Payments and shops. */
import type { ProfileInput } from '../profile-input.ts';
import { cite } from '../sources.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../time.ts';

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
  success: { delivered: ['2xx'] },
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
  sources: {
    signature: cite('stripeLibrary'),
    rotation: cite('stripeLibrary'),
    tolerance: cite('stripeLibrary'),
    success: cite('stripeSuccess'),
    retries: cite('stripeGuide'),
    retry_window: cite('stripeGuide'),
    disabling: cite('stripeReview'),
    body: cite('stripeGuide'),
  },
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
  success: { delivered: ['200'] },
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
  sources: {
    signature: cite('paddleLibrary'),
    rotation: cite('paddleLibrary'),
    tolerance: cite('paddleLibrary'),
    time_limit: cite('paddleGuide'),
    success: cite('paddleGuide'),
    retries: cite('paddleGuide'),
    retry_count: cite('paddleGuide'),
    retry_window: cite('paddleGuide'),
    body: cite('paddleGuide'),
  },
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
  success: { delivered: ['2xx'] },
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
  sources: {
    signature: cite('shopifyVerify'),
    rotation: cite('shopifyVerify'),
    headers: cite('shopifyLibrary'),
    time_limit: cite('shopifyGuide'),
    success: cite('shopifyGuide'),
    retries: cite('shopifyRetries'),
    retry_count: cite('shopifyRetries'),
    retry_window: cite('shopifyRetries'),
    disabling: cite('shopifyGuide'),
    body: cite('shopifyRetries'),
  },
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
  success: { delivered: ['2xx'] },
  retries: {
    kind: 'exponential',
    baseMs: minuteMs,
    factor: 2,
    capMs: 8 * hourMs,
    maxAttempts: null,
    windowMs: dayMs,
  },
  body: 'payload',
  sources: {
    signature: cite('squareLibrary'),
    headers: cite('squareGuide'),
    success: cite('squareTroubleshooting'),
    retries: cite('squareGuide', 'squareTroubleshooting'),
    retry_window: cite('squareTroubleshooting'),
    retry_cap: cite('squareGuide'),
    body: cite('squareGuide'),
  },
};
