/** Puts a receiver into a destination. The plan is pure; carrying it out tells what it did. */

import { randomSecret } from '#renderer/components/random-secret.ts';
import { usesReceiver } from '#renderer/components/receiver-of.ts';
import { showFailure } from '#renderer/components/show-failure.ts';
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

/** Both have a secret, and not the same one: no signature will match. */
export function secretsDiffer({ sharedSecret }: Target, { secret }: Hook): boolean {
  return sharedSecret !== '' && secret !== '' && sharedSecret !== secret;
}

/** Why the receiver cannot be put into this destination; undefined when it can. */
export function webhookProblem(
  destination: Target,
  { url }: Pick<Hook, 'url'>,
): string | undefined {
  if (url === null) return 'The receiver does not listen, so it has no URL';
  return webhooksOf(destination).length >= maxWebhooks
    ? `It has ${maxWebhooks} webhook URLs already`
    : undefined;
}

/**
 * Adds the URL; what is there stays. A destination without a secret gets the receiver's, so that
 * what it sends is signed for it.
 */
export function patchFor(destination: Target, { url, secret }: Hook): DestinationPatch {
  if (url === null) return {};
  const webhook =
    destination.webhookUrl === ''
      ? { webhookUrl: url }
      : { webhooks: [...destination.webhooks, { url, headers: {} }] };
  const isUnsigned = destination.sharedSecret === '' && secret !== '';
  return isUnsigned ? { ...webhook, sharedSecret: secret } : webhook;
}

export async function putIntoDestination(
  receiver: Receiver,
  destination: Destination,
): Promise<void> {
  const patch = patchFor(destination, receiver);
  const { id, name, webhookUrl, webhooks, sharedSecret } = destination;
  try {
    put(collections.destinations, await core.destinations.update({ id, ...patch }));
  } catch (error) {
    return showFailure(`${name} was not changed`, error);
  }
  const undo = async (): Promise<void> => {
    try {
      put(
        collections.destinations,
        await core.destinations.update({ id, webhookUrl, webhooks, sharedSecret }),
      );
    } catch (error) {
      showFailure(`${name} was not changed back`, error);
    }
  };
  showToast({
    title: `${name} sends to ${receiver.name}`,
    description:
      patch.sharedSecret === undefined ? undefined : 'It signs with the secret of the receiver.',
    tone: 'ok',
    action: { label: 'Undo', run: () => void undo() },
  });
}

function freeName(name: string): string {
  const names = new Set(itemsOf(collections.destinations).map((item) => item.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!names.has(candidate)) return candidate;
  }
}

/**
 * Connected to every source that is on, so that whatever is sent next arrives. What it sends is signed:
 * a receiver without a secret, which nothing else sends to, gets one made for both.
 */
export async function putIntoNewDestination(receiver: Receiver): Promise<void> {
  const connected = itemsOf(collections.sources).filter(({ enabled }) => enabled);
  const others = itemsOf(collections.destinations);
  const isNew = !others.some((destination) => usesReceiver(destination, receiver));
  const isUnsigned = receiver.secret === '' && isNew;
  const sharedSecret = isUnsigned ? randomSecret() : receiver.secret;
  try {
    const created = await core.destinations.create({
      name: freeName(receiver.name),
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
      title: `Created the destination ${created.name}`,
      description:
        connected.length === 0
          ? 'It has no source yet: connect one in Destinations.'
          : `It gets the events of ${connected.length === 1 ? connected[0]?.name : `${connected.length} sources`}.`,
      tone: 'ok',
      action: { label: 'Undo', run: () => void removeAgain(created) },
    });
  } catch (error) {
    showFailure('The destination was not created', error);
  }
}

async function removeAgain({ id, name }: Destination): Promise<void> {
  try {
    await core.destinations.remove({ id });
    drop(collections.destinations, id);
  } catch (error) {
    showFailure(`${name} was not deleted`, error);
  }
}

/** Gives the receiver the secret that the destination signs with. */
export async function takeSecret(receiver: Receiver, destination: Destination): Promise<void> {
  try {
    put(
      collections.receivers,
      await core.receivers.update({ id: receiver.id, secret: destination.sharedSecret }),
    );
  } catch (error) {
    showFailure(`The secret of ${receiver.name} was not changed`, error);
  }
}
