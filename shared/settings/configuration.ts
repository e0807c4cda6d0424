/** The configuration file, the same for import and export. Items are identified by name. */
import { z } from 'zod';
import {
  checkSecretForm,
  checkWebhookCount,
  NewDestination,
  SharedSecret,
} from '#shared/connections/destination.ts';
import { maxItems } from '#shared/connections/limits.ts';
import { flag, Name } from '#shared/kit/name.ts';
import { ConfiguredMock } from '#shared/mocks/mock.ts';
import '#shared/kit/issue-text.ts';
import { NewSource } from '#shared/connections/source.ts';
import { SettingsPatch } from './settings.ts';

export const ConfiguredSource = z.strictObject(NewSource.shape);

/** The list of redacted fields ends here. */
export const maxRedacted = 100_000;

/** `NewDestination` with sources by name, since IDs differ between machines. */
const { sourceIds: _, ...destinationSettings } = NewDestination.shape;
export const ConfiguredDestination = z
  .strictObject({
    ...destinationSettings,
    /** Absent in an export without secrets: the destination keeps its secret. */
    sharedSecret: SharedSecret.optional(),
    sources: z.array(Name).max(maxItems).default([]),
  })
  .superRefine(checkWebhookCount)
  .superRefine(checkSecretForm);
export type ConfiguredDestination = z.infer<typeof ConfiguredDestination>;

/** The items may be invalid. */
function duplicateNames(items: unknown): readonly string[] {
  const names = Array.isArray(items) ? items.map((item) => Object(item).name) : [];
  const known = new Set<unknown>();
  const repeated = new Set<string>();
  for (const name of names) {
    if (typeof name === 'string' && known.has(name)) repeated.add(name);
    known.add(name);
  }
  return [...repeated];
}

/** Applying the same file twice changes nothing. */
export const Configuration = z
  .strictObject({
    sources: z.array(ConfiguredSource).max(maxItems).default([]),
    destinations: z.array(ConfiguredDestination).max(maxItems).default([]),
    mocks: z.array(ConfiguredMock).max(maxItems).default([]),
    settings: z.strictObject(SettingsPatch.shape).optional(),
    /** Fields omitted by an export without secrets, such as `destinations[0].sharedSecret`. Not applied. */
    redacted: z.array(z.string()).max(maxRedacted).optional(),
  })
  .superRefine(
    (configuration, ctx) => {
      for (const kind of ['sources', 'destinations', 'mocks'] as const)
        for (const name of duplicateNames(configuration[kind]))
          ctx.addIssue({
            code: 'custom',
            path: [kind],
            message: `Two ${kind} are named "${name}". Use unique names.`,
          });
    },
    // Report these with the other errors, rather than after those are fixed.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type Configuration = z.infer<typeof Configuration>;

export const ConfigurationResult = z.object({
  created: z.array(z.string()),
  updated: z.array(z.string()),
  unchanged: z.array(z.string()),
  /** Redacted fields that had no existing value to keep. */
  omitted: z.array(z.string()),
});
export type ConfigurationResult = z.infer<typeof ConfigurationResult>;

export const ConfigurationRequest = z.object({ secrets: flag('secrets').default(false) });
export type ConfigurationRequest = z.infer<typeof ConfigurationRequest>;
