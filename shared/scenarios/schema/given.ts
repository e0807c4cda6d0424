/** Setup before the first step: the configuration, and the user's servers. */
import { z } from 'zod';
import { IdPattern, SyncSchedule } from '#shared/audiences/computation.ts';
import { ValueMaker } from '#shared/audiences/trait.ts';
import { placeholderForms } from '#shared/certification/message-url.ts';
import { LookupUrl } from '#shared/certification/receiver.ts';
import {
  DestinationPatch,
  maxWebhooks,
  NewDestination,
  StaticHeaders,
  WebhookUrl,
} from '#shared/connections/destination.ts';
import { NewSource } from '#shared/connections/source.ts';
import { JsonValue } from '#shared/kit/json-value.ts';
import { Name, UserId } from '#shared/kit/name.ts';
import { ConfiguredMock, MockName } from '#shared/mocks/mock.ts';
import { SettingsPatch } from '#shared/settings/settings.ts';
import { Duration, FileName } from './values.ts';

/** A webhook of a destination: a mock endpoint, a server of the user, or a URL. */
export const ScenarioWebhook = z.union([
  z.strictObject({
    mock: MockName.describe('Name of a mock endpoint.'),
    headers: StaticHeaders.prefault({}).describe('Static headers.'),
  }),
  z.strictObject({
    server: MockName.describe('Name of one of your servers.'),
    headers: StaticHeaders.prefault({}).describe('Static headers.'),
  }),
  z.strictObject({
    url: WebhookUrl.describe('Webhook URL.'),
    headers: StaticHeaders.prefault({}).describe('Static headers.'),
  }),
]);
export type ScenarioWebhook = z.output<typeof ScenarioWebhook>;

const webhooks = z
  .array(ScenarioWebhook)
  .max(maxWebhooks, `A destination can have at most ${maxWebhooks} URLs.`);

const sources = z.array(Name).describe('Names of connected sources.');

const {
  sourceIds: _ids,
  webhookUrl: _url,
  webhooks: _webhooks,
  ...destinationShape
} = NewDestination.shape;

export const ScenarioDestination = z.strictObject({
  ...destinationShape,
  sources: sources.prefault([]),
  webhooks: webhooks.prefault([]),
});
export type ScenarioDestination = z.output<typeof ScenarioDestination>;

const {
  name: _name,
  sourceIds: _patchedIds,
  webhookUrl: _patchedUrl,
  webhooks: _patchedWebhooks,
  ...patchShape
} = DestinationPatch.shape;

/** Settings of a destination that a step can change. */
export const ScenarioDestinationPatch = z.strictObject({
  ...patchShape,
  sources: sources.optional(),
  webhooks: webhooks.optional(),
});

/** Users of an audience. */
export const Members = z.union([
  z.array(UserId).describe('User IDs.'),
  z.strictObject({
    generate: z
      .int({ error: 'generate must be a whole number of users.' })
      .min(1)
      .max(1_000_000)
      .describe('Number of users.'),
    pattern: IdPattern.prefault('user_{n}').describe('User IDs; {n} is 1, 2, 3 …'),
  }),
  z.strictObject({ file: FileName.describe('CSV or JSON lines with user IDs.') }),
]);
export type Members = z.output<typeof Members>;

/** Users with their values of a computed trait. */
export const TraitValues = z.union([
  z.strictObject({
    generate: z
      .int({ error: 'generate must be a whole number of users.' })
      .min(1)
      .max(1_000_000)
      .describe('Number of users.'),
    pattern: IdPattern.prefault('user_{n}').describe('User IDs; {n} is 1, 2, 3 …'),
    value: ValueMaker.describe('How values are generated.'),
  }),
  z.strictObject({ file: FileName.describe('CSV or JSON lines with user IDs and values.') }),
  z.strictObject({ users: z.record(UserId, JsonValue).describe('Value of each user ID.') }),
]);
export type TraitValues = z.output<typeof TraitValues>;

const schedule = z
  .strictObject(SyncSchedule.shape)
  .nullable()
  .prefault(null)
  .describe('Scheduled syncs: { everyMinutes }. Default: none.');

const Audience = z.strictObject({
  name: Name,
  source: Name.describe('Source of its messages.'),
  members: Members.prefault([]).describe('Members at the start.'),
  schedule,
});

const Trait = z.strictObject({
  name: Name,
  source: Name.describe('Source of its messages.'),
  values: TraitValues.optional().describe('Values at the start. Default: none.'),
  schedule,
});

/** A URL of the user's system, requested by the engine instead of the product. */
export const SystemUrl = z
  .string({ error: 'Enter an http or https URL.' })
  .max(2_000)
  .superRefine((url, ctx) => {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      ctx.addIssue({ code: 'custom', message: 'Enter an http or https URL.' });
  });

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Milliseconds that a receiver may take to process a message after its response. */
export const defaultProcessingMs = 1_000;

/** A receiver of the user. */
const Server = z.strictObject({
  name: MockName.describe('Name for webhooks, filters and reports.'),
  url: WebhookUrl.describe('Webhook URL of your server.'),
  reset: z
    .strictObject({
      method: z.enum(methods).prefault('POST'),
      url: SystemUrl,
    })
    .optional()
    .describe('Request that resets your server before each run.'),
  lookUp: LookupUrl.optional().describe(
    `URL with ${placeholderForms} that returns how many times the message was processed: a number, a list, or an object with count.`,
  ),
  processesWithin: Duration.optional().describe(
    'Real time that your server may take to process a message after its response. Side effects are read again after that time. Default: 1s; explore also learns it.',
  ),
});
export type Server = z.output<typeof Server>;

const ScenarioMock = ConfiguredMock.safeExtend({
  responses: FileName.optional().describe(
    'JSON lines with recorded responses, by the body of the request. Other requests get the rules and steps.',
  ),
});

export const Given = z.strictObject({
  sources: z.array(z.strictObject(NewSource.shape)).prefault([]).describe('Sources.'),
  destinations: z.array(ScenarioDestination).prefault([]).describe('Webhook destinations.'),
  mocks: z.array(ScenarioMock).prefault([]).describe('Mock endpoints.'),
  servers: z.array(Server).prefault([]).describe('Your own servers.'),
  audiences: z.array(Audience).prefault([]).describe('Audiences with their members.'),
  traits: z.array(Trait).prefault([]).describe('Computed traits with their values.'),
  certificateAuthorities: z
    .array(FileName)
    .prefault([])
    .describe('PEM files of certificate authorities to trust.'),
  settings: z.strictObject(SettingsPatch.shape).prefault({}).describe('Settings.'),
});
export type Given = z.output<typeof Given>;
