/** Draws and removes the lines of the board: sources of a destination, and its URLs. */

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
import { webhookName } from '#shared/deliveries/text.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import type { BoardNode } from './board.ts';

type Target = Pick<Destination, 'webhookUrl' | 'webhooks' | 'sharedSecret'>;

/** A node at the other end of a line that can be drawn or removed. */
export interface ConnectTarget {
  readonly key: string;
  readonly name: string;
  readonly isConnected: boolean;
  /** Why it can't be connected. */
  readonly problem: string | undefined;
  readonly change: () => Promise<boolean>;
}

/** Adds the URL, and the mock endpoint's secret if the destination has none. */
export function withUrl(destination: Target, url: string, secret = ''): DestinationPatch {
  const webhook =
    destination.webhookUrl === '' && destination.webhooks.length === 0
      ? { webhookUrl: url }
      : { webhooks: [...destination.webhooks, { url, headers: {} }] };
  const isUnsigned = destination.sharedSecret === '' && secret !== '';
  return isUnsigned ? { ...webhook, sharedSecret: secret } : webhook;
}

export const withoutUrl = ({ webhookUrl, webhooks }: Target, url: string): DestinationPatch => ({
  ...(webhookUrl === url ? { webhookUrl: '' } : {}),
  webhooks: webhooks.filter((webhook) => webhook.url !== url),
});

function change(
  destination: Destination,
  patch: DestinationPatch,
  title: string,
  description?: string,
): Promise<boolean> {
  const { id, name } = destination;
  const update = async (changed: DestinationPatch): Promise<void> =>
    put(collections.destinations, await core.destinations.update({ id, ...changed }));
  const keys = Object.keys(patch) as (keyof DestinationPatch)[];
  const before = Object.fromEntries(keys.map((key) => [key, destination[key]]));
  return perform(`Can't update ${name}`, async () => {
    await update(patch);
    return {
      title,
      description,
      tone: 'ok',
      undo: { failure: `Can't undo the change to ${name}`, run: () => update(before) },
    };
  });
}

function toggleSource(sourceId: string, sourceName: string, destination: Destination) {
  const { name, sourceIds } = destination;
  const isConnected = sourceIds.includes(sourceId);
  return change(
    destination,
    {
      sourceIds: isConnected ? sourceIds.filter((id) => id !== sourceId) : [...sourceIds, sourceId],
    },
    `${isConnected ? 'Disconnected' : 'Connected'} ${sourceName} ${isConnected ? 'from' : 'to'} ${name}`,
  );
}

function toggleUrl(destination: Destination, url: string, mock: Mock | undefined) {
  const endpoint = mock?.name ?? webhookName(url);
  if (webhooksOf(destination).some((webhook) => webhook.url === url))
    return change(
      destination,
      withoutUrl(destination, url),
      `Removed ${endpoint} from ${destination.name}`,
    );
  const patch = withUrl(destination, url, mock?.secret);
  return change(
    destination,
    patch,
    `Added ${endpoint} to ${destination.name}`,
    patch.sharedSecret === undefined ? undefined : "With the mock endpoint's secret",
  );
}

const urlProblem = (destination: Destination, url: string | null): string | undefined => {
  if (url === null) return 'Not listening';
  const urls = webhooksOf(destination);
  return urls.length >= maxWebhooks && !urls.some((webhook) => webhook.url === url)
    ? `Limit of ${maxWebhooks} URLs reached`
    : undefined;
};

function sourceTargets(sourceId: string): readonly ConnectTarget[] {
  const name = itemsOf(collections.sources).find(({ id }) => id === sourceId)?.name ?? '';
  return itemsOf(collections.destinations).map((destination) => ({
    key: `destination ${destination.id}`,
    name: destination.name,
    isConnected: destination.sourceIds.includes(sourceId),
    problem: takesPayloads(destination) ? 'Takes payloads only' : undefined,
    change: () => toggleSource(sourceId, name, destination),
  }));
}

function endpointTarget(destination: Destination, node: BoardNode): ConnectTarget {
  const { key, name, url } = node;
  const mock = itemsOf(collections.mocks).find((candidate) => candidate.url === url);
  return {
    key,
    name,
    isConnected: webhooksOf(destination).some((webhook) => webhook.url === url),
    problem: urlProblem(destination, url),
    change: () => toggleUrl(destination, url ?? '', mock),
  };
}

/** What a line from or to the node can connect: its left or right neighbors. */
export function connectTargets(
  node: BoardNode,
  nodes: readonly BoardNode[],
): readonly ConnectTarget[] {
  const destinations = itemsOf(collections.destinations);
  const { selection } = node;
  if (selection.kind === 'source') return sourceTargets(selection.id);
  if (selection.kind === 'destination') {
    const destination = destinations.find(({ id }) => id === selection.id);
    if (destination === undefined) return [];
    return nodes
      .filter(({ column }) => column === 2)
      .map((endpoint) => endpointTarget(destination, endpoint));
  }
  return destinations.map((destination) => ({
    ...endpointTarget(destination, node),
    key: `destination ${destination.id}`,
    name: destination.name,
  }));
}

/** Connects all enabled sources. Generates a secret for both if the mock endpoint is unused and has none. */
export function addToNewDestination(mock: Mock): Promise<boolean> {
  const connected = itemsOf(collections.sources).filter(({ enabled }) => enabled);
  const destinations = itemsOf(collections.destinations);
  const isUsed = destinations.some((destination) =>
    webhooksOf(destination).some(({ url }) => url === mock.url),
  );
  const isUnsigned = mock.secret === '' && !isUsed;
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

export const secretsDiffer = (
  { sharedSecret }: Pick<Destination, 'sharedSecret'>,
  { secret }: Pick<Mock, 'secret'>,
): boolean => sharedSecret !== '' && secret !== '' && sharedSecret !== secret;

export const copySecret = (mock: Mock, { sharedSecret }: Destination): Promise<boolean> =>
  perform(`Can't change the secret of ${mock.name}`, async () =>
    put(collections.mocks, await core.mocks.update({ id: mock.id, secret: sharedSecret })),
  );
