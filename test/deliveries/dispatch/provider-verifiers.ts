/** How receivers verify each provider: its official library, or an independent implementation. */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  timingSafeEqual,
} from 'node:crypto';
import '@shopify/shopify-api/adapters/node';
import { verifyWebhook } from '@clerk/backend/webhooks';
import { Signature } from '@hubspot/api-client';
import { LinearWebhookClient } from '@linear/sdk/webhooks';
import { verify as verifyGitHub } from '@octokit/webhooks-methods';
import { Paddle } from '@paddle/paddle-node-sdk';
import { EventWebhook } from '@sendgrid/eventwebhook';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { isValidSlackRequest } from '@slack/bolt';
import { verifyKey } from 'discord-interactions';
import { Resend } from 'resend';
import { WebhooksHelper } from 'square';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as Svix } from 'svix';
import twilio from 'twilio';

export interface ReceivedWebhook {
  /** With the query. */
  readonly url: string;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProviderVerifier {
  /** What the sender signs with. */
  readonly secret: string;
  /** Another secret of the same form. */
  readonly otherSecret: string;
  /** Longest age of a timestamp that passes; null without a limit. */
  readonly maxAgeMs: number | null;
  verify(webhook: ReceivedWebhook, secret: string): boolean | Promise<boolean>;
}

type Verify = ProviderVerifier['verify'];

/** Libraries that throw for an invalid signature. */
const passes = async (verify: () => unknown): Promise<boolean> => {
  try {
    await verify();
    return true;
  } catch {
    return false;
  }
};

const minutes = 60_000;

const shared = (maxAgeMs: number | null, verify: Verify): ProviderVerifier => ({
  secret: 'correct horse battery staple',
  otherSecret: 'wrong horse battery staple',
  maxAgeMs,
  verify,
});

const decoded = (maxAgeMs: number | null, verify: Verify): ProviderVerifier => ({
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  otherSecret: `whsec_${'A'.repeat(32)}`,
  maxAgeMs,
  verify,
});

const equalText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const header = ({ headers }: ReceivedWebhook, name: string): string => headers[name] ?? '';

const hex = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

function ed25519Secret(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32).toString('hex');
}

function ecdsaSecret(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

const pkcs8OfEd25519 = (seed: string) =>
  Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')]);

/** The public key of a private one, in DER. */
const publicDer = (pkcs8: Buffer): Buffer =>
  createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
    format: 'der',
    type: 'spki',
  });

const svix: Verify = ({ headers, body }, secret) =>
  passes(() => new Svix(secret).verify(body, { ...headers }));

const twilioForm: Verify = (webhook, secret) =>
  twilio.validateRequest(
    secret,
    header(webhook, 'x-twilio-signature'),
    webhook.url,
    Object.fromEntries(new URLSearchParams(webhook.body)),
  );

export const providerVerifiers: Readonly<Record<string, ProviderVerifier>> = {
  svix: decoded(5 * minutes, svix),
  github: shared(null, (webhook, secret) =>
    verifyGitHub(secret, webhook.body, header(webhook, 'x-hub-signature-256')),
  ),
  gitlab: decoded(5 * minutes, ({ headers, body }, secret) =>
    passes(() => new Webhook(secret).verify(body, { ...headers })),
  ),
  stripe: shared(5 * minutes, (webhook, secret) =>
    passes(() =>
      new Stripe('sk_test_unused').webhooks.constructEvent(
        webhook.body,
        header(webhook, 'stripe-signature'),
        secret,
      ),
    ),
  ),
  shopify: shared(null, async ({ headers, body, url }, secret) => {
    const shopify = shopifyApi({
      apiKey: 'unused',
      apiSecretKey: secret,
      hostName: 'hookwright.example',
      apiVersion: ApiVersion.July26,
      isEmbeddedApp: false,
      logger: { log: () => undefined },
    });
    const rawRequest = { method: 'POST', url, headers: { ...headers } };
    return (await shopify.webhooks.validate({ rawBody: body, rawRequest })).valid;
  }),
  slack: shared(5 * minutes, (webhook, secret) =>
    isValidSlackRequest({
      signingSecret: secret,
      body: webhook.body,
      headers: {
        'x-slack-signature': header(webhook, 'x-slack-signature'),
        'x-slack-request-timestamp': Number(header(webhook, 'x-slack-request-timestamp')),
      },
    }),
  ),
  paddle: shared(5_000, (webhook, secret) =>
    new Paddle('unused').webhooks.isSignatureValid(
      webhook.body,
      secret,
      header(webhook, 'paddle-signature'),
    ),
  ),
  square: shared(null, (webhook, secret) =>
    WebhooksHelper.verifySignature({
      requestBody: webhook.body,
      signatureHeader: header(webhook, 'x-square-hmacsha256-signature'),
      signatureKey: secret,
      notificationUrl: webhook.url,
    }),
  ),
  clerk: decoded(5 * minutes, ({ url, headers, body }, secret) =>
    passes(() =>
      verifyWebhook(new Request(url, { method: 'POST', headers, body }), { signingSecret: secret }),
    ),
  ),
  resend: decoded(5 * minutes, (webhook, secret) =>
    passes(() =>
      new Resend('re_unused').webhooks.verify({
        payload: webhook.body,
        headers: {
          id: header(webhook, 'svix-id'),
          timestamp: header(webhook, 'svix-timestamp'),
          signature: header(webhook, 'svix-signature'),
        },
        webhookSecret: secret,
      }),
    ),
  ),
  twilio: shared(null, twilioForm),
  'twilio-json': shared(null, (webhook, secret) =>
    twilio.validateRequestWithBody(
      secret,
      header(webhook, 'x-twilio-signature'),
      webhook.url,
      webhook.body,
    ),
  ),
  sendgrid: {
    secret: ecdsaSecret(),
    otherSecret: ecdsaSecret(),
    maxAgeMs: null,
    verify(webhook, secret) {
      const library = new EventWebhook();
      const publicKey = publicDer(Buffer.from(secret, 'base64')).toString('base64');
      return library.verifySignature(
        library.convertPublicKeyToECDSA(publicKey),
        webhook.body,
        header(webhook, 'x-twilio-email-event-webhook-signature'),
        header(webhook, 'x-twilio-email-event-webhook-timestamp'),
      );
    },
  },
  discord: {
    secret: ed25519Secret(),
    otherSecret: ed25519Secret(),
    maxAgeMs: null,
    verify: (webhook, secret) =>
      verifyKey(
        webhook.body,
        header(webhook, 'x-signature-ed25519'),
        header(webhook, 'x-signature-timestamp'),
        publicDer(pkcs8OfEd25519(secret)).subarray(-32).toString('hex'),
      ),
  },
  hubspot: shared(5 * minutes, (webhook, secret) =>
    passes(() => {
      const isValid = Signature.isValid({
        signatureVersion: 'v3',
        method: 'POST',
        clientSecret: secret,
        signature: header(webhook, 'x-hubspot-signature-v3'),
        requestBody: webhook.body,
        url: webhook.url,
        timestamp: Number(header(webhook, 'x-hubspot-request-timestamp')),
      });
      if (!isValid) throw new Error('invalid');
    }),
  ),
  linear: shared(1 * minutes, (webhook, secret) =>
    passes(() => {
      const isValid = new LinearWebhookClient(secret).verify(
        Buffer.from(webhook.body),
        header(webhook, 'linear-signature'),
        header(webhook, 'linear-timestamp'),
      );
      if (!isValid) throw new Error('invalid');
    }),
  ),
  'gitlab-token': shared(null, (webhook, secret) =>
    equalText(header(webhook, 'x-gitlab-token'), secret),
  ),
  outpost: shared(null, (webhook, secret) =>
    header(webhook, 'x-outpost-signature')
      .replace(/^v0=/, '')
      .split(',')
      .some((signature) => equalText(signature, hex(secret, webhook.body))),
  ),
  convoy: shared(5 * minutes, (webhook, secret) => {
    const [time = '', ...signatures] = header(webhook, 'x-convoy-signature').split(',');
    const timestamp = time.replace(/^t=/, '');
    const expected = `v1=${hex(secret, `${timestamp},${webhook.body}`)}`;
    return (
      Math.abs(Date.now() - Number(timestamp) * 1_000) <= 5 * minutes &&
      signatures.some((signature) => equalText(signature, expected))
    );
  }),
};
