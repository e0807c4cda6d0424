/** Adds a receiver's URL to a destination. */

import { randomSecret } from '#renderer/components/random-secret.ts';
import { usesReceiver } from '#renderer/components/receiver-of.ts';
import { showFailure } from '#renderer/components/show-failure.ts';
import { unusedName } from '#renderer/components/unused-name.ts';
import { collections, drop, itemsOf, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import {
  type Destination,
  type DestinationPatch,
  maxWebhooks,
  webhooksOf,
} from '#shared/schemas/destination.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';

type Target = Pick<Destination, 'webhookUrl' | 'webhooks' | 'sharedSecret'>;
type Hook = Pick<Receiver, 'url' | 'secret'>;

export function secretsDiffer({ sharedSecret }: Target, { secret }: Hook): boolean {
  return sharedSecret !== '' && secret !== '' && sharedSecret !== secret;
}

/** Why the receiver can't be used in this destination; undefined when it can. */
export function webhookProblem(
  destination: Target,
  { url }: Pick<Hook, 'url'>,
): string | undefined {
  if (url === null) return 'Not listening';
  return webhooksOf(destination).length >= maxWebhooks
    ? `Limit of ${maxWebhooks} URLs reached`
    : undefined;
}

/** Adds the URL, and the receiver's secret if the destination has none. */
export function patchFor(destination: Target, { url, secret }: Hook): DestinationPatch {
  if (url === null) return {};
  const webhook =
    destination.webhookUrl === ''
      ? { webhookUrl: url }
      : { webhooks: [...destination.webhooks, { url, headers: {} }] };
  const isUnsigned = destination.sharedSecret === '' && secret !== '';
  return isUnsigned ? { ...webhook, sharedSecret: secret } : webhook;
}

export async function addToDestination(
  receiver: Receiver,
  destination: Destination,
): Promise<void> {
  const patch = patchFor(destination, receiver);
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
    title: `Added ${receiver.name} to ${name}`,
    description: patch.sharedSecret === undefined ? undefined : "With the receiver's secret",
    tone: 'ok',
    action: { label: 'Undo', run: () => void undo() },
  });
}

/** Connects all enabled sources. Generates a secret for both if the receiver is unused and has none. */
export async function addToNewDestination(receiver: Receiver): Promise<void> {
  const connected = itemsOf(collections.sources).filter(({ enabled }) => enabled);
  const destinations = itemsOf(collections.destinations);
  const isNew = !destinations.some((destination) => usesReceiver(destination, receiver));
  const isUnsigned = receiver.secret === '' && isNew;
  const sharedSecret = isUnsigned ? randomSecret() : receiver.secret;
  try {
    const created = await core.destinations.create({
      name: unusedName(receiver.name, destinations),
      webhookUrl: receiver.url ?? '',
      sharedSecret,
      sourceIds: connected.map(({ id }) => id),
    });
    put(collections.destinations, created);
    if (isUnsigned)
      put(
        collections.receivers,
        await core.receivers.update({ id: receiver.id, secret: sharedSecret }),
      );
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

export async function copySecret(receiver: Receiver, destination: Destination): Promise<void> {
  try {
    put(
      collections.receivers,
      await core.receivers.update({ id: receiver.id, secret: destination.sharedSecret }),
    );
  } catch (error) {
    showFailure(`Can't change the secret of ${receiver.name}`, error);
  }
}
