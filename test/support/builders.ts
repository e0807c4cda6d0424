/** Sources, destinations and messages with only the fields that a test needs. */

import type { z } from 'zod';
import type { Core } from '#main/app.ts';
import { type Destination, NewDestination } from '#shared/connections/destination.ts';
import { NewSource, type Source } from '#shared/connections/source.ts';

export const writeKey = 'test-key';

type Settings = Partial<z.input<typeof NewDestination>> & { readonly urls?: readonly string[] };

/** The source with the write key `test-key`, created on first use. */
export async function theSource(core: Core): Promise<Source> {
  const known = core.sources.list().find((source) => source.writeKey === writeKey);
  return known ?? core.sources.create(NewSource.parse({ name: 'Web', writeKey }));
}

/** A destination connected to the source; `urls` are webhooks without headers. */
export async function connect(core: Core, settings: Settings = {}): Promise<Destination> {
  const source = await theSource(core);
  const { urls = [], ...rest } = settings;
  return core.destinations.create(
    NewDestination.parse({
      name: `Destination ${core.destinations.list().length + 1}`,
      sourceIds: [source.id],
      webhooks: urls.map((url) => ({ url })),
      ...rest,
    }),
  );
}

/** A retry policy without jitter, so that every delay is exact. */
export const steadyRetry = { baseMs: 10_000, capMs: 1_200_000, jitter: 0, windowMs: 14_400_000 };
