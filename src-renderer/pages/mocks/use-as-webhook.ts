/** Adds a mock endpoint's URL to a destination. */

import { usesMock } from '#renderer/components/mock-of.ts';
import { randomSecret, unusedName } from '#renderer/components/new-values.ts';
import { showFailure } from '#renderer/components/show-failure.ts';
import { collections, drop, itemsOf, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { showToast } from '#renderer/ui/toast.tsx';
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

export async function addToDestination(mock: Mock, destination: Destination): Promise<void> {
  const patch = patchFor(destination, mock);
  const { id, name, webhookUrl, webhooks, sharedSecret } = destination;
  try {
    put(collections.destinations, await core.destinations.update({ id, ...patch }));
  } catch (error) {
    return showFailure(`Can't update ${name}`, error);
  }
  const undo = async (): Promise<void> => {
    try {
      put(
        collections.destinations,
        await core.destinations.update({ id, webhookUrl, webhooks, sharedSecret }),
      );
    } catch (error) {
      showFailure(`Can't undo the change to ${name}`, error);
    }
  };
  showToast({
    title: `Added ${mock.name} to ${name}`,
    description: patch.sharedSecret === undefined ? undefined : "With the mock endpoint's secret",
    tone: 'ok',
    action: { label: 'Undo', run: () => void undo() },
  });
}

/** Connects all enabled sources. Generates a secret for both if the mock endpoint is unused and has none. */
export async function addToNewDestination(mock: Mock): Promise<void> {
  const connected = itemsOf(collections.sources).filter(({ enabled }) => enabled);
  const destinations = itemsOf(collections.destinations);
  const isNew = !destinations.some((destination) => usesMock(destination, mock));
  const isUnsigned = mock.secret === '' && isNew;
  const sharedSecret = isUnsigned ? randomSecret() : mock.secret;
  try {
    const created = await core.destinations.create({
      name: unusedName(mock.name, destinations),
      webhookUrl: mock.url ?? '',
      sharedSecret,
      sourceIds: connected.map(({ id }) => id),
    });
    put(collections.destinations, created);
    if (isUnsigned)
      put(collections.mocks, await core.mocks.update({ id: mock.id, secret: sharedSecret }));
    showToast({
      title: `Created destination ${created.name}`,
      description:
        connected.length === 0
          ? 'Connect a source'
          : `Connected to ${connected.length === 1 ? connected[0]?.name : `${connected.length} sources`}`,
      tone: 'ok',
      action: { label: 'Undo', run: () => void undoCreate(created) },
    });
  } catch (error) {
    showFailure("Can't create a destination", error);
  }
}

async function undoCreate({ id, name }: Destination): Promise<void> {
  try {
    await core.destinations.remove({ id });
    drop(collections.destinations, id);
  } catch (error) {
    showFailure(`Can't delete ${name}`, error);
  }
}

export async function copySecret(mock: Mock, destination: Destination): Promise<void> {
  try {
    put(
      collections.mocks,
      await core.mocks.update({ id: mock.id, secret: destination.sharedSecret }),
    );
  } catch (error) {
    showFailure(`Can't change the secret of ${mock.name}`, error);
  }
}
