/** What the libraries that verify webhooks say in each situation, and that it leads to the cause. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import '@shopify/shopify-api/adapters/node';
import { verifyWebhook } from '@clerk/backend/webhooks';
import { Signature } from '@hubspot/api-client';
import { LinearWebhookClient } from '@linear/sdk/webhooks';
import { createNodeMiddleware, Webhooks } from '@octokit/webhooks';
import { verify as verifyGitHub } from '@octokit/webhooks-methods';
import { Paddle } from '@paddle/paddle-node-sdk';
import { EventWebhook } from '@sendgrid/eventwebhook';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { verifySlackRequest } from '@slack/bolt';
import { verifyKeyMiddleware } from 'discord-interactions';
import express from 'express';
import { Resend } from 'resend';
import { WebhooksHelper } from 'square';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as Svix } from 'svix';
import twilio from 'twilio';
import { expect, it } from 'vitest';
import {
  type LibraryCause,
  libraryErrorIn,
  libraryErrors,
} from '#shared/signatures/library-errors.ts';

const body = '{"a":1}';
/** As a receiver passes it that parses JSON first. */
const parsed = JSON.parse(body);
/** As a receiver passes a header or variable that is missing. */
const missing = undefined as unknown as string;
const seconds = Math.floor(Date.now() / 1_000);
const hour = 3_600;

const hmac = (key: string, content: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', key).update(content).digest(encoding);

/** What a receiver returns that writes the error of its library into the response. */
async function thrownBy(run: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await run()) ?? '';
  } catch (error) {
    return `Webhook Error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What a library's own middleware responds. */
async function respondedBy(
  listener: RequestListener,
  headers: Readonly<Record<string, string>>,
  text = body,
): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/hook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
    });
    return await response.text();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const stripe = new Stripe('sk_test_unused').webhooks;
const stripeHeader = (timestamp = seconds) =>
  stripe.generateTestHeaderString({ payload: body, secret: 'whsec_a', timestamp });
const stripeSays = (payload = body, header = stripeHeader(), secret = 'whsec_a') =>
  thrownBy(() => stripe.constructEvent(payload, header, secret));

const standardSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = `whsec_${'A'.repeat(32)}`;
function standardHeaders(prefix: string, at = seconds): Record<string, string> {
  const signature = new Webhook(standardSecret).sign('msg_1', new Date(at * 1_000), body);
  return {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(at),
    [`${prefix}-signature`]: signature,
  };
}
const standardSays = (headers = standardHeaders('webhook'), secret = standardSecret, text = body) =>
  thrownBy(() => new Webhook(secret).verify(text, headers));
const svixSays = (headers = standardHeaders('svix'), secret = standardSecret, text = body) =>
  thrownBy(() => new Svix(secret).verify(text, headers));
const clerkSays = (headers: Record<string, string>, signingSecret: string) =>
  thrownBy(() =>
    verifyWebhook(new Request('http://localhost/', { method: 'POST', headers, body }), {
      signingSecret,
    }),
  );
const resendSays = (headers: Record<string, string>, webhookSecret = standardSecret, text = body) =>
  thrownBy(() =>
    new Resend('re_unused').webhooks.verify({
      payload: text,
      headers: {
        id: headers['svix-id'] ?? missing,
        timestamp: headers['svix-timestamp'] ?? missing,
        signature: headers['svix-signature'] ?? missing,
      },
      webhookSecret,
    }),
  );

const silent = () => undefined;
const octokitSays = (headers: Record<string, string>) =>
  respondedBy(
    createNodeMiddleware(new Webhooks({ secret: 'a' }), {
      path: '/hook',
      log: { debug: silent, info: silent, warn: silent, error: silent },
    }),
    { 'x-github-event': 'push', 'x-github-delivery': '1', ...headers },
  );
const wrongGitHub = `sha256=${hmac('b', body)}`;

const slackSays = (text: string, timestamp = seconds, version = 'v0') =>
  thrownBy(() =>
    verifySlackRequest({
      signingSecret: 'a',
      body: text,
      headers: {
        'x-slack-signature': `${version}=${hmac('a', `v0:${timestamp}:${body}`)}`,
        'x-slack-request-timestamp': timestamp,
      },
    }),
  );

const shopify = shopifyApi({
  apiKey: 'unused',
  apiSecretKey: 'a',
  hostName: 'hookwright.example',
  apiVersion: ApiVersion.July26,
  isEmbeddedApp: false,
  logger: { log: silent },
});
shopify.webhooks.addHandlers({
  ORDERS_CREATE: {
    deliveryMethod: 'http' as never,
    callbackUrl: '/hook',
    callback: async () => undefined,
  },
});
const shopifyHeaders = {
  'x-shopify-topic': 'orders/create',
  'x-shopify-shop-domain': 'hookwright.myshopify.com',
  'x-shopify-api-version': '2026-07',
  'x-shopify-webhook-id': '1',
  'x-shopify-hmac-sha256': hmac('b', body, 'base64'),
};
const shopifyValidates = (rawBody: string, headers: Record<string, string> = shopifyHeaders) =>
  thrownBy(() =>
    shopify.webhooks.validate({ rawBody, rawRequest: { method: 'POST', url: '/', headers } }),
  );
/** `process` throws the reason, which a receiver may return. */
async function shopifyProcesses(headers: Record<string, string>): Promise<string> {
  let reason = '';
  const listener: RequestListener = async (rawRequest, rawResponse) => {
    reason = await thrownBy(() =>
      shopify.webhooks.process({ rawBody: body, rawRequest, rawResponse }),
    );
    rawResponse.end();
  };
  await respondedBy(listener, headers);
  return reason;
}

const twilioSays = (headers: Record<string, string>, token?: string) =>
  respondedBy(
    express()
      .use(express.urlencoded({ extended: false }))
      .use(twilio.webhook(...(token === undefined ? [] : [token])) as express.RequestHandler),
    { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    'a=1',
  );

const paddleSays = (signature: string) =>
  thrownBy(() => new Paddle('unused').webhooks.unmarshal(body, 'a', signature));

const squareSays = (changes: object) =>
  thrownBy(() =>
    WebhooksHelper.verifySignature({
      requestBody: body,
      signatureHeader: 'unused',
      signatureKey: 'a',
      notificationUrl: 'https://example.com/',
      ...changes,
    }),
  );

const linear = new LinearWebhookClient('a');
const linearText = (at?: number) => JSON.stringify({ type: 'Issue', webhookTimestamp: at });
const linearSays = (text: string, key = 'a') =>
  thrownBy(() => linear.verify(Buffer.from(text), hmac(key, text)));

const discordSays = (headers: Record<string, string>) =>
  respondedBy(
    express().use(verifyKeyMiddleware('00'.repeat(32)) as express.RequestHandler),
    headers,
  );

const hubspotSays = (timestamp: number) =>
  thrownBy(() =>
    Signature.isValid({
      signatureVersion: 'v3',
      method: 'POST',
      clientSecret: 'a',
      signature: 'unused',
      requestBody: body,
      url: 'https://example.com/',
      timestamp,
    }),
  );

type Situation = readonly [library: string, cause: LibraryCause, says: () => Promise<string>];

const situations: readonly Situation[] = [
  ['stripe', 'signature_mismatch', () => stripeSays(body, stripeHeader(), 'whsec_b')],
  ['stripe', 'body_parsed', () => stripeSays(parsed)],
  ['stripe', 'body_missing', () => stripeSays('')],
  ['stripe', 'timestamp_tolerance', () => stripeSays(body, stripeHeader(seconds - hour))],
  ['stripe', 'header_missing', () => thrownBy(() => stripe.constructEvent(body, missing, 'a'))],
  ['stripe', 'header_malformed', () => stripeSays(body, 'unused')],
  ['stripe', 'header_malformed', () => stripeSays(body, `t=${seconds},v0=ab`)],
  [
    'stripe',
    'secret_missing',
    () => thrownBy(() => stripe.constructEvent(body, stripeHeader(), missing)),
  ],
  ['standardwebhooks', 'signature_mismatch', () => standardSays(undefined, otherSecret)],
  ['standardwebhooks', 'body_parsed', () => standardSays(undefined, undefined, parsed)],
  [
    'standardwebhooks',
    'timestamp_tolerance',
    () => standardSays(standardHeaders('webhook', seconds - hour)),
  ],
  [
    'standardwebhooks',
    'timestamp_tolerance',
    () => standardSays(standardHeaders('webhook', seconds + hour)),
  ],
  ['standardwebhooks', 'header_missing', () => standardSays({})],
  [
    'standardwebhooks',
    'header_malformed',
    () => standardSays({ ...standardHeaders('webhook'), 'webhook-timestamp': 'unused' }),
  ],
  ['standardwebhooks', 'secret_missing', () => standardSays(undefined, '')],
  ['standardwebhooks', 'secret_malformed', () => standardSays(undefined, 'whsec_%%%')],
  ['svix', 'signature_mismatch', () => svixSays(undefined, otherSecret)],
  ['svix', 'body_parsed', () => svixSays(undefined, undefined, parsed)],
  ['svix', 'timestamp_tolerance', () => svixSays(standardHeaders('svix', seconds - hour))],
  ['svix', 'header_missing', () => svixSays({})],
  ['resend', 'signature_mismatch', () => resendSays(standardHeaders('svix'), otherSecret)],
  ['resend', 'body_parsed', () => resendSays(standardHeaders('svix'), undefined, parsed)],
  ['resend', 'timestamp_tolerance', () => resendSays(standardHeaders('svix', seconds - hour))],
  ['resend', 'header_missing', () => resendSays({})],
  ['@clerk/backend', 'signature_mismatch', () => clerkSays(standardHeaders('svix'), otherSecret)],
  [
    '@clerk/backend',
    'timestamp_tolerance',
    () => clerkSays(standardHeaders('svix', seconds - hour), standardSecret),
  ],
  ['@clerk/backend', 'header_missing', () => clerkSays({}, standardSecret)],
  ['@clerk/backend', 'secret_missing', () => clerkSays(standardHeaders('svix'), '')],
  [
    '@octokit/webhooks',
    'signature_mismatch',
    () => octokitSays({ 'x-hub-signature-256': wrongGitHub }),
  ],
  ['@octokit/webhooks', 'header_missing', () => octokitSays({})],
  ['@octokit/webhooks', 'secret_missing', () => thrownBy(() => new Webhooks({ secret: missing }))],
  [
    '@octokit/webhooks-methods',
    'body_parsed',
    () => thrownBy(() => verifyGitHub('a', parsed, wrongGitHub)),
  ],
  [
    '@octokit/webhooks-methods',
    'header_missing',
    () => thrownBy(() => verifyGitHub('a', body, missing)),
  ],
  ['@slack/bolt', 'signature_mismatch', () => slackSays(`${body} `)],
  ['@slack/bolt', 'timestamp_tolerance', () => slackSays(body, seconds - hour)],
  ['@slack/bolt', 'header_malformed', () => slackSays(body, seconds, 'v1')],
  ['@shopify/shopify-api', 'signature_mismatch', () => shopifyValidates(body)],
  ['@shopify/shopify-api', 'signature_mismatch', () => shopifyProcesses(shopifyHeaders)],
  ['@shopify/shopify-api', 'header_missing', () => shopifyValidates(body, {})],
  ['@shopify/shopify-api', 'header_missing', () => shopifyProcesses({})],
  ['@shopify/shopify-api', 'body_missing', () => shopifyValidates('')],
  ['twilio', 'signature_mismatch', () => twilioSays({ 'x-twilio-signature': 'unused' }, 'a')],
  ['twilio', 'header_missing', () => twilioSays({}, 'a')],
  ['twilio', 'secret_missing', () => twilioSays({ 'x-twilio-signature': 'unused' })],
  [
    '@paddle/paddle-node-sdk',
    'signature_mismatch',
    () => paddleSays(`ts=${seconds};h1=${hmac('b', `${seconds}:${body}`)}`),
  ],
  ['@paddle/paddle-node-sdk', 'header_malformed', () => paddleSays('unused')],
  [
    '@sendgrid/eventwebhook',
    'secret_malformed',
    () => thrownBy(() => new EventWebhook().convertPublicKeyToECDSA('unused')),
  ],
  ['square', 'secret_missing', () => squareSays({ signatureKey: '' })],
  ['square', 'url_missing', () => squareSays({ notificationUrl: '' })],
  ['@linear/sdk', 'signature_mismatch', () => linearSays(linearText(Date.now()), 'b')],
  ['@linear/sdk', 'timestamp_tolerance', () => linearSays(linearText(Date.now() - 3_600_000))],
  ['@linear/sdk', 'timestamp_tolerance', () => linearSays(linearText())],
  [
    '@linear/sdk',
    'header_missing',
    () => respondedBy(linear.createHandler() as RequestListener, {}),
  ],
  [
    'discord-interactions',
    'signature_mismatch',
    () => discordSays({ 'x-signature-ed25519': '00'.repeat(64), 'x-signature-timestamp': '1' }),
  ],
  ['discord-interactions', 'secret_missing', () => thrownBy(() => verifyKeyMiddleware(''))],
  ['@hubspot/api-client', 'timestamp_tolerance', () => hubspotSays(Date.now() - 3_600_000)],
];

const found = new Set<string>();

it.each(situations)('%s: %s', async (library, cause, says) => {
  const response = await says();
  const error = libraryErrorIn(response);
  expect({ response, cause: error?.cause }).toEqual({ response, cause });
  const entry = libraryErrors.find((one) => one.error === error);
  found.add(entry?.text ?? '');
  // Libraries that wrap another one say what that one says.
  if (library !== '@clerk/backend') expect(error?.library).toContain(library);
});

it('recognizes nothing else', () => {
  expect(libraryErrorIn('{"ok":false,"error":"signature mismatch"}')).toBeUndefined();
});

it('has no text that no library says', () => {
  expect(libraryErrors.map(({ text }) => text).filter((text) => !found.has(text))).toEqual([]);
});
