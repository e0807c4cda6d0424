/** Where the facts of the profiles come from, and when they were read. */
import type { ProfileClause, ProfileSource } from './profile.ts';
import type { ProfileInput } from './profile-input.ts';

const code = (document: string, seen: string): ProfileSource => ({ kind: 'code', document, seen });
const documentation = (document: string, seen: string): ProfileSource => ({
  kind: 'documentation',
  document,
  seen,
});
const other = (document: string, seen: string): ProfileSource => ({
  kind: 'other',
  document,
  seen,
});

const read = '2026-11-22';

const sources = {
  hookwright: documentation('Hookwright: docs/specification.md', read),
  segmentClassic: documentation(
    'github.com/segmentio/segment-docs src/connections/destinations/catalog/webhooks/index.md',
    '747b35d8f, 2025-11-07',
  ),
  segmentDestinations: documentation(
    'github.com/segmentio/segment-docs src/connections/destinations/index.md',
    '747b35d8f, 2025-11-07',
  ),
  segmentErrorCodes: documentation(
    'github.com/segmentio/segment-docs src/connections/integration_error_codes.md',
    '747b35d8f, 2025-11-07',
  ),
  segmentActions: code(
    'github.com/segmentio/action-destinations packages/destination-actions/src/destinations/webhook',
    '970a17ee8d, 2026-08-21',
  ),
  segmentRequest: code(
    'github.com/segmentio/action-destinations packages/core/src/request-client.ts',
    '970a17ee8d, 2026-08-21',
  ),
  standardWebhooks: documentation(
    'github.com/standard-webhooks/standard-webhooks spec/standard-webhooks.md',
    'b2fa7b8, 2026-08-17',
  ),
  standardWebhooksLibrary: code(
    'github.com/standard-webhooks/standard-webhooks libraries/javascript/src/index.ts',
    'b2fa7b8, 2026-08-17',
  ),
  svixServer: code(
    'github.com/svix/svix-webhooks server/svix-server/src/worker.rs',
    '4fc0cfb8b, 2026-08-21',
  ),
  svixLibrary: code(
    'github.com/svix/svix-webhooks javascript/src/webhook.ts',
    '4fc0cfb8b, 2026-08-21',
  ),
  svixConfiguration: code(
    'github.com/svix/svix-webhooks server/svix-server/config.default.toml',
    '4fc0cfb8b, 2026-08-21',
  ),
  svixRetries: documentation('docs.svix.com/retries', read),
  svixManual: documentation('docs.svix.com/receiving/verifying-payloads/how-manual', read),
  clerkLibrary: code(
    'github.com/clerk/javascript packages/backend/src/webhooks.ts',
    'e21ae9a4cf, 2026-08-21',
  ),
  clerkGuide: other(
    'github.com/hookdeck/webhook-skills skills/clerk-webhooks',
    'f8a4801, 2026-02-22',
  ),
  resendLibrary: code(
    'github.com/resend/resend-node src/webhooks/webhooks.ts',
    '3f67459, 2026-08-21',
  ),
  resendRetries: documentation('resend.com/docs/webhooks/retries-and-replays', read),
  githubValidating: documentation(
    'github.com/github/docs content/webhooks/using-webhooks/validating-webhook-deliveries.md',
    '0c4564ac',
  ),
  githubBestPractices: documentation(
    'github.com/github/docs content/webhooks/using-webhooks/best-practices-for-using-webhooks.md',
    '058fa63b',
  ),
  githubFailures: documentation(
    'github.com/github/docs content/webhooks/using-webhooks/handling-failed-webhook-deliveries.md',
    '10096c3d',
  ),
  githubTroubleshooting: documentation(
    'github.com/github/docs content/webhooks/testing-and-troubleshooting-webhooks/troubleshooting-webhooks.md',
    '0bad049d',
  ),
  githubEvents: documentation(
    'github.com/github/docs content/webhooks/webhook-events-and-payloads.md',
    '0ce27207',
  ),
  githubFormat: code(
    'github.com/octokit/webhooks.js src/to-normalized-json-string.ts, pull request 72',
    read,
  ),
  gitlabService: code('github.com/gitlabhq/gitlabhq app/services/web_hook_service.rb', '017a6c12'),
  gitlabDisabling: code(
    'github.com/gitlabhq/gitlabhq app/models/concerns/web_hooks/auto_disabling.rb',
    '017a6c12',
  ),
  gitlabSigning: code('gitlab.com/gitlab-org/gitlab merge requests 230944 and 231325', read),
  gitlabGuide: other(
    'github.com/hookdeck/webhook-skills skills/gitlab-webhooks',
    'f8a4801, 2026-02-22',
  ),
  shopifyVerify: documentation('shopify.dev/docs/apps/build/webhooks/verify-deliveries', read),
  shopifyRetries: documentation(
    'shopify.dev/changelog/updates-to-webhook-retry-mechanism',
    `${read}, effective 2024-09-10`,
  ),
  shopifyLibrary: code(
    'github.com/Shopify/shopify-app-js packages/apps/shopify-api/lib/types.ts',
    'ef2043d4a, 2026-08-07',
  ),
  shopifyFormat: other('github.com/Shopify/shopify-api-js issue 320: a recorded body', read),
  shopifyEscapes: other('github.com/Shopify/shopify-express pull request 15', read),
  shopifyGuide: other(
    'dev.to/shannonllc/shopify-webhooks-hmac-verification-5-second-timeout-retries-jkj',
    read,
  ),
  slackLibrary: code(
    'github.com/slackapi/bolt-js src/receivers/verify-request.ts',
    '9a45c3c9, 2026-08-07',
  ),
  slackRetries: other('Summary of the retry rules of the Slack Events API, in Japanese', read),
  slackGuide: other('github.com/hookdeck/webhook-skills skills/slack-webhooks', '4507c578'),
  paddleLibrary: code(
    'github.com/PaddleHQ/paddle-node-sdk src/notifications/helpers/webhooks-validator.ts',
    'b8ee4b1, 2026-06-11',
  ),
  paddleGuide: other(
    'github.com/hookdeck/webhook-skills skills/paddle-webhooks',
    'f8a4801, 2026-02-22',
  ),
  outpostSignatures: documentation(
    'github.com/hookdeck/outpost docs/content/guides/verify-webhook-signatures.mdoc',
    'f67ae011, 2026-08-20',
  ),
  outpostDestination: documentation(
    'github.com/hookdeck/outpost docs/content/destinations/webhook.mdoc',
    'f67ae011, 2026-08-20',
  ),
  outpostDelivery: documentation(
    'github.com/hookdeck/outpost docs/content/features/event-delivery.mdoc',
    'f67ae011, 2026-08-20',
  ),
  outpostConfiguration: documentation(
    'github.com/hookdeck/outpost docs/content/self-hosting/configuration.mdoc',
    'f67ae011, 2026-08-20',
  ),
  outpostBackoff: code(
    'github.com/hookdeck/outpost internal/backoff/backoff.go',
    'f67ae011, 2026-08-20',
  ),
  outpostClient: code(
    'github.com/hookdeck/outpost internal/destregistry/httpclient.go',
    'f67ae011, 2026-08-20',
  ),
  outpostHttp: code(
    'github.com/hookdeck/outpost internal/destregistry/providers/destwebhook/httphelper.go',
    'f67ae011, 2026-08-20',
  ),
  convoySignature: code(
    'github.com/frain-dev/convoy pkg/signature/signature.go',
    '2b60cc652, 2026-08-21',
  ),
  convoyEndpoint: code(
    'github.com/frain-dev/convoy services/create_endpoint.go',
    '2b60cc652, 2026-08-21',
  ),
  convoyModel: code('github.com/frain-dev/convoy datastore/models.go', '2b60cc652, 2026-08-21'),
  convoyWorker: code(
    'github.com/frain-dev/convoy worker/task/process_event_delivery.go',
    '2b60cc652, 2026-08-21',
  ),
  convoyConstants: code('github.com/frain-dev/convoy const.go', '2b60cc652, 2026-08-21'),
  convoyDispatcher: code('github.com/frain-dev/convoy net/dispatcher.go', '2b60cc652, 2026-08-21'),
  convoyLibrary: code('github.com/frain-dev/convoy.js src/webhook.ts', '2a645d4, 2026-07-21'),
  rudderTransformer: code(
    'github.com/rudderlabs/rudder-transformer src/v0/destinations/webhook/transform.js',
    'c98d160cf, 2026-08-06',
  ),
  rudderDocs: documentation(
    'github.com/rudderlabs/rudderstack-docs docs/destinations/webhooks.mdx',
    '469e7d6e, 2026-01-22',
  ),
  rudderRouter: code('github.com/rudderlabs/rudder-server router/misc.go', 'f2655fbbe, 2026-08-19'),
  rudderLifecycle: code(
    'github.com/rudderlabs/rudder-server router/handle_lifecycle.go',
    'f2655fbbe, 2026-08-19',
  ),
  rudderHandle: code(
    'github.com/rudderlabs/rudder-server router/handle.go',
    'f2655fbbe, 2026-08-19',
  ),
  rudderNetwork: code(
    'github.com/rudderlabs/rudder-server router/network.go',
    'f2655fbbe, 2026-08-19',
  ),
  stripeLibrary: code('github.com/stripe/stripe-node src/Webhooks.ts', '663942164, 2026-08-19'),
  stripeFormat: code('github.com/stripe/stripe-node test/Webhook.spec.ts: its test payload', read),
  stripeGuide: other(
    'dev.to/shannonllc/stripe-webhooks-retries-ordering-duplicates-timeouts-and-ips-46f0',
    read,
  ),
  stripeReview: other('svix.com review of Stripe webhooks', read),
  stripeSuccess: other('anyhook.net guide to Stripe webhooks', read),
  discordEvents: documentation(
    'github.com/discord/discord-api-docs developers/events/webhook-events.mdx',
    'c98d64bc, 2026-08-06',
  ),
  discordLibrary: code(
    'github.com/discord/discord-interactions-js src/index.ts',
    'ed17947, 2025-10-09',
  ),
  twilioLibrary: code(
    'github.com/twilio/twilio-node src/webhooks/webhooks.ts',
    '45d3d65a4, 2026-07-30',
  ),
  twilioOverrides: documentation(
    'twilio.com/docs/usage/webhooks/webhooks-connection-overrides',
    read,
  ),
  twilioError: documentation('twilio.com/docs/api/errors/57012', read),
  twilioGuide: other('github.com/hookdeck/webhook-skills skills/twilio-webhooks', '7af9680d'),
  sendgridLibrary: code(
    'github.com/sendgrid/sendgrid-nodejs packages/eventwebhook/src/eventwebhook.js',
    '498e232, 2025-09-19',
  ),
  sendgridFormat: code(
    'github.com/sendgrid/sendgrid-nodejs packages/eventwebhook/src/eventwebhook.spec.js',
    '498e232, 2025-09-19',
  ),
  sendgridTroubleshooting: documentation(
    'docs.sendgrid.com/for-developers/tracking-events/troubleshooting',
    read,
  ),
  squareLibrary: code(
    'github.com/square/square-nodejs-sdk src/wrapper/WebhooksHelper.ts',
    'c58c6e09, 2026-05-20',
  ),
  squareFormat: code(
    'github.com/square/square-nodejs-sdk tests/integration/webhooks.test.ts',
    'c58c6e09, 2026-05-20',
  ),
  squareTroubleshooting: documentation(
    'developer.squareup.com/docs/webhooks/troubleshooting',
    read,
  ),
  squareGuide: other('github.com/hookdeck/webhook-skills skills/square-webhooks', '0616efb6'),
  linearLibrary: code(
    'github.com/linear/linear packages/sdk/src/webhooks/client.ts',
    '8335e09a, 2026-07-22',
  ),
  linearGuide: other('github.com/hookdeck/webhook-skills skills/linear-webhooks', '8a83527e'),
  hubspotLibrary: code(
    'github.com/HubSpot/hubspot-api-nodejs src/utils/signature.ts',
    '395cd9bf3, 2026-03-19',
  ),
  hubspotFormat: code(
    'github.com/HubSpot/hubspot-api-nodejs test/unit/signature.spec.ts',
    '395cd9bf3, 2026-03-19',
  ),
  hubspotGuide: other('github.com/hookdeck/webhook-skills skills/hubspot-webhooks', '1bf333b4'),
  hubspotTimeout: other('mcp.waymark.network route 3c512c87', read),
  hubspotForum: other('integrate.hubspot.com/t/what-does-will-retry-mean-when/3953', read),
} as const satisfies Readonly<Record<string, ProfileSource>>;

export type SourceName = keyof typeof sources;

export const cite = (...names: readonly SourceName[]): ProfileSource[] =>
  names.map((name) => sources[name]);

/** The sources of each clause. */
export function cited(
  clauses: Readonly<Partial<Record<SourceName, readonly ProfileClause[]>>>,
): NonNullable<ProfileInput['sources']> {
  const pairs = Object.entries(clauses).flatMap(([name, of]) =>
    of.map((clause) => ({ clause, source: sources[name as SourceName] })),
  );
  return Object.fromEntries(
    [...Map.groupBy(pairs, ({ clause }) => clause)].map(([clause, of]) => [
      clause,
      of.map(({ source }) => source),
    ]),
  );
}
