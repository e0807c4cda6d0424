import { z } from 'zod';
import { HeaderLines } from '#shared/ingestion/message.ts';
import { byId, entityOperations } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import {
  checkSecretForm,
  Destination,
  DestinationPatch,
  NewDestination,
  PayloadShape,
  ProfileChoice,
  SharedSecret,
  Webhook,
} from './destination.ts';
import { NewSource, RecentUsage, Source, SourcePatch, SourceUsage } from './source.ts';

export const sources = group('Sources', {
  ...entityOperations({
    noun: 'source',
    path: '/sources',
    schema: Source,
    created: NewSource,
    patch: SourcePatch,
    descriptions: {
      remove: 'Its messages and deliveries stay; its write key is rejected from now on.',
    },
  }),
  usage: op('GET /sources/{id}/usage', {
    summary: 'Get the API usage of a source: total, and by hour of the last day',
    input: byId,
    output: SourceUsage,
  }),
  recentUsage: op('GET /sources/usage', {
    summary: 'List the API usage of all sources: total, and by hour of the last two',
    output: z.array(RecentUsage),
  }),
});

/** Settings of a destination that change its requests, to preview them before saving. */
export const PreviewedSettings = z
  .object({
    webhook: Webhook,
    sharedSecret: SharedSecret,
    payloadShape: PayloadShape,
    profile: ProfileChoice,
  })
  .superRefine(checkSecretForm);
export type PreviewedSettings = z.infer<typeof PreviewedSettings>;

/** The request for a sample event. */
export const SampleRequest = z.object({
  url: z.string(),
  headers: HeaderLines,
  bodyText: z.string(),
});
export type SampleRequest = z.infer<typeof SampleRequest>;

export const destinations = group('Destinations', {
  ...entityOperations({
    noun: 'destination',
    path: '/destinations',
    schema: Destination,
    created: NewDestination,
    patch: DestinationPatch,
    descriptions: {
      remove: 'Its unfinished deliveries are cancelled.',
      restore: 'Cancelled deliveries stay cancelled. Retry them if needed.',
    },
  }),
  preview: op('POST /destinations/preview', {
    effect: 'read',
    summary: 'Preview the request of unsaved settings for a sample event',
    input: PreviewedSettings,
    output: SampleRequest,
  }),
});
