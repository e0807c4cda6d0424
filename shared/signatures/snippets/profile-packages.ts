/** Official npm packages of providers, and how they verify. */

export interface Package {
  readonly name: string;
  /** After the import of node:http. */
  readonly imports: readonly string[];
  /** After the secret. */
  readonly setup?: readonly string[];
  /** What `isSigned` takes besides the request and its raw body. */
  readonly usesUrl?: boolean;
  /** Lines of `isSigned`. */
  readonly body: readonly string[];
}

const text = "rawBody.toString('utf8')";

const webhook = (name: string): Package => ({
  name,
  imports: [`import { Webhook } from '${name}';`],
  setup: ['const webhook = new Webhook(secret);'],
  body: [`webhook.verify(${text}, request.headers);`, 'return true;'],
});

const twilio = (body: readonly string[]): Package => ({
  name: 'twilio',
  imports: ["import twilio from 'twilio';"],
  usesUrl: true,
  body: ["const signature = request.headers['x-twilio-signature'] ?? '';", ...body],
});

/** By the ID of a built-in profile. */
export const providerPackages: Readonly<Record<string, Package>> = {
  'standard-webhooks': webhook('standardwebhooks'),
  svix: webhook('svix'),
  gitlab: webhook('standardwebhooks'),
  clerk: {
    name: '@clerk/backend',
    imports: ["import { verifyWebhook } from '@clerk/backend/webhooks';"],
    usesUrl: true,
    body: [
      "const copy = new Request(url, { method: 'POST', headers: request.headers, body: rawBody });",
      'await verifyWebhook(copy, { signingSecret: secret });',
      'return true;',
    ],
  },
  resend: {
    name: 'resend',
    imports: ["import { Resend } from 'resend';"],
    setup: ["const resend = new Resend(process.env.RESEND_API_KEY ?? 're_unused');"],
    body: [
      'resend.webhooks.verify({',
      `  payload: ${text},`,
      '  headers: {',
      "    id: request.headers['svix-id'] ?? '',",
      "    timestamp: request.headers['svix-timestamp'] ?? '',",
      "    signature: request.headers['svix-signature'] ?? '',",
      '  },',
      '  webhookSecret: secret,',
      '});',
      'return true;',
    ],
  },
  github: {
    name: '@octokit/webhooks-methods',
    imports: ["import { verify } from '@octokit/webhooks-methods';"],
    body: [
      "const signature = request.headers['x-hub-signature-256'];",
      `return signature !== undefined && (await verify(secret, ${text}, signature));`,
    ],
  },
  linear: {
    name: '@linear/sdk',
    imports: ["import { LinearWebhookClient } from '@linear/sdk/webhooks';"],
    setup: ['const client = new LinearWebhookClient(secret);'],
    body: [
      "const signature = request.headers['linear-signature'] ?? '';",
      '// Also checks the age of webhookTimestamp in the body.',
      'return client.verify(rawBody, signature);',
    ],
  },
  stripe: {
    name: 'stripe',
    imports: ["import Stripe from 'stripe';"],
    setup: ["const stripe = new Stripe(process.env.STRIPE_API_KEY ?? 'sk_test_unused');"],
    body: [
      "stripe.webhooks.constructEvent(rawBody, request.headers['stripe-signature'] ?? '', secret);",
      'return true;',
    ],
  },
  shopify: {
    name: '@shopify/shopify-api',
    imports: [
      "import '@shopify/shopify-api/adapters/node';",
      "import { ApiVersion, shopifyApi } from '@shopify/shopify-api';",
    ],
    setup: [
      'const shopify = shopifyApi({',
      "  apiKey: process.env.SHOPIFY_API_KEY ?? 'unused',",
      '  apiSecretKey: secret,',
      "  hostName: 'example.com',",
      '  apiVersion: ApiVersion.July26,',
      '  isEmbeddedApp: false,',
      '});',
    ],
    body: [
      'const { valid } = await shopify.webhooks.validate({',
      `  rawBody: ${text},`,
      '  rawRequest: request,',
      '});',
      'return valid;',
    ],
  },
  square: {
    name: 'square',
    imports: ["import { WebhooksHelper } from 'square';"],
    usesUrl: true,
    body: [
      'return await WebhooksHelper.verifySignature({',
      `  requestBody: ${text},`,
      "  signatureHeader: request.headers['x-square-hmacsha256-signature'] ?? '',",
      '  signatureKey: secret,',
      '  notificationUrl: url,',
      '});',
    ],
  },
  paddle: {
    name: '@paddle/paddle-node-sdk',
    imports: ["import { Paddle } from '@paddle/paddle-node-sdk';"],
    setup: ["const paddle = new Paddle(process.env.PADDLE_API_KEY ?? 'unused');"],
    body: [
      "const signature = request.headers['paddle-signature'] ?? '';",
      `return await paddle.webhooks.isSignatureValid(${text}, secret, signature);`,
    ],
  },
  slack: {
    name: '@slack/bolt',
    imports: ["import { isValidSlackRequest } from '@slack/bolt';"],
    body: [
      'return isValidSlackRequest({',
      '  signingSecret: secret,',
      `  body: ${text},`,
      '  headers: {',
      "    'x-slack-signature': request.headers['x-slack-signature'] ?? '',",
      "    'x-slack-request-timestamp': Number(request.headers['x-slack-request-timestamp']),",
      '  },',
      '});',
    ],
  },
  discord: {
    name: 'discord-interactions',
    imports: ["import { verifyKey } from 'discord-interactions';"],
    body: [
      "const signature = request.headers['x-signature-ed25519'] ?? '';",
      "const timestamp = request.headers['x-signature-timestamp'] ?? '';",
      '// The secret is the public key.',
      'return await verifyKey(rawBody, signature, timestamp, secret);',
    ],
  },
  twilio: twilio([
    `const fields = Object.fromEntries(new URLSearchParams(${text}));`,
    'return twilio.validateRequest(secret, signature, url, fields);',
  ]),
  'twilio-json': twilio([
    `return twilio.validateRequestWithBody(secret, signature, url, ${text});`,
  ]),
  sendgrid: {
    name: '@sendgrid/eventwebhook',
    imports: ["import { EventWebhook } from '@sendgrid/eventwebhook';"],
    setup: [
      'const webhook = new EventWebhook();',
      '// The secret is the public key.',
      'const key = webhook.convertPublicKeyToECDSA(secret);',
    ],
    body: [
      "const signature = request.headers['x-twilio-email-event-webhook-signature'] ?? '';",
      "const timestamp = request.headers['x-twilio-email-event-webhook-timestamp'] ?? '';",
      'return webhook.verifySignature(key, rawBody, signature, timestamp);',
    ],
  },
  hubspot: {
    name: '@hubspot/api-client',
    imports: ["import { Signature } from '@hubspot/api-client';"],
    usesUrl: true,
    body: [
      'return Signature.isValid({',
      "  signatureVersion: 'v3',",
      "  method: request.method ?? '',",
      '  clientSecret: secret,',
      "  signature: request.headers['x-hubspot-signature-v3'] ?? '',",
      `  requestBody: ${text},`,
      '  url,',
      "  timestamp: Number(request.headers['x-hubspot-request-timestamp']),",
      '});',
    ],
  },
};
