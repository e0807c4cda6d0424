/** Adds a mock endpoint's URL to a destination. */

import { usesMock } from '#renderer/connections/mock-of.ts';
import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, drop, itemsOf, put } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { randomSecret, unusedName } from '#renderer/kit/forms/new-values.ts';
import {
  type Destination,
  type DestinationPatch,
  maxWebhooks,
  webhooksOf,
} from '#shared/connections/destination.ts';
import type { Mock } from '#shared/mocks/mock.ts';

type Target = Pick<Destination, 'webhookUrl' | 'webhooks' | 'sharedSecret'>;
type Hook = Pick<Mock, 'url' | 'secret'>;

export function secretsDiffer({ sharedSecret }: Target, { secret }: Hook): boolean {
  return sharedSecret !== '' && secret !== '' && sharedSecret !== secret;
}

/** Why the mock endpoint can't be used in this destination; undefined when it can. */
export function webhookProblem(
  destination: Target,
  { url }: Pick<Hook, 'url'>,
): string | undefined {
  if (url === null) return 'Not listening';
  return webhooksOf(destination).length >= maxWebhooks
    ? `Limit of ${maxWebhooks} URLs reached`
    : undefined;
}

/** Adds the URL, and the mock endpoint's secret if the destination has none. */
export function patchFor(destination: Target, { url, secret }: Hook): DestinationPatch {
  if (url === null) return {};
  const webhook =
    destination.webhookUrl === ''
      ? { webhookUrl: url }
      : { webhooks: [...destination.webhooks, { url, headers: {} }] };
  const isUnsigned = destination.sharedSecret === '' && secret !== '';
  return isUnsigned ? { ...webhook, sharedSecret: secret } : webhook;
}

export function addToDestination(mock: Mock, destination: Destination): Promise<boolean> {
  const patch = patchFor(destination, mock);
  const { id, name, webhookUrl, webhooks, sharedSecret } = destination;
  const update = async (changed: DestinationPatch): Promise<void> =>
    put(collections.destinations, await core.destinations.update({ id, ...changed }));
  return perform(`Can't update ${name}`, async () => {
    await update(patch);
    return {
      title: `Added ${mock.name} to ${name}`,
      description: patch.sharedSecret === undefined ? undefined : "With the mock endpoint's secret",
      tone: 'ok',
      undo: {
        failure: `Can't undo the change to ${name}`,
        run: () => update({ webhookUrl, webhooks, sharedSecret }),
      },
    };
  });
}

/** Connects all enabled sources. Generates a secret for both if the mock endpoint is unused and has none. */
export function addToNewDestination(mock: Mock): Promise<boolean> {
  const connected = itemsOf(collections.sources).filter(({ enabled }) => enabled);
  const destinations = itemsOf(collections.destinations);
  const isNew = !destinations.some((destination) => usesMock(destination, mock));
  const isUnsigned = mock.secret === '' && isNew;
  const sharedSecret = isUnsigned ? randomSecret() : mock.secret;
  return perform("Can't create a destination", async () => {
    const created = await core.destinations.create({
      name: unusedName(mock.name, destinations),
      webhookUrl: mock.url ?? '',
      sharedSecret,
      sourceIds: connected.map(({ id }) => id),
    });
    put(collections.destinations, created);
    if (isUnsigned)
      put(collections.mocks, await core.mocks.update({ id: mock.id, secret: sharedSecret }));
    const { id, name } = created;
    return {
      title: `Created destination ${name}`,
      description:
        connected.length === 0
          ? 'Connect a source'
          : `Connected to ${connected.length === 1 ? connected[0]?.name : `${connected.length} sources`}`,
      tone: 'ok',
      undo: {
        failure: `Can't delete ${name}`,
        run: async () => {
          await core.destinations.remove({ id });
          drop(collections.destinations, id);
        },
      },
    };
  });
}

export const copySecret = (mock: Mock, { sharedSecret }: Destination): Promise<boolean> =>
  perform(`Can't change the secret of ${mock.name}`, async () =>
    put(collections.mocks, await core.mocks.update({ id: mock.id, secret: sharedSecret })),
  );
