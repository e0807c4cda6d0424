/** Destinations: where messages are delivered, and how they are signed. */

import { checkIssues, fieldError, notFound } from '#main/kit/app-error.ts';
import type { OwnEndpoints } from '#main/kit/own-endpoints.ts';
import { keyProblem } from '#main/signatures/signing/profile-signature.ts';
import type { DestinationSettings } from '#main/store/destinations.ts';
import { createEntities } from '#main/store/entities.ts';
import {
  type Destination,
  type DestinationPatch,
  maxWebhooks,
  type NewDestination,
  webhooksOf,
} from '#shared/connections/destination.ts';
import { maxConnections } from '#shared/connections/limits.ts';
import type { ById } from '#shared/kit/entity.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { definitionProblem } from '#shared/profiles/definition.ts';
import { defaultProfileId, profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { secretProblem } from '#shared/profiles/secret.ts';
import type { ConfigTools } from './sources.ts';

type Path = FieldIssue['path'];

/** Messages of SDKs never go to a destination that takes payloads, so it has no sources (D55). */
const withoutUnusedSources = (settings: DestinationSettings): DestinationSettings =>
  takesPayloads(settings) ? { ...settings, sourceIds: [] } : settings;

const ownEndpointProblem =
  "This URL points to Hookwright's own ingestion endpoint, so each event would loop. Use the URL of your receiver.";

export type Destinations = ReturnType<typeof createDestinations>;

export const tooManyConnections = `There can be at most ${formatCount(maxConnections)} connections between sources and destinations.`;

export function createDestinations(
  tools: ConfigTools & { readonly ownEndpoints: Pick<OwnEndpoints, 'isReachedBy'> },
) {
  const { store, configCache, ownEndpoints } = tools;

  function find(id: string): Destination {
    const destination = configCache.destination(id);
    if (destination === undefined) throw notFound('destination');
    return destination;
  }

  function issues(settings: DestinationSettings): readonly FieldIssue[] {
    const { sourceIds, sharedSecret } = settings;
    const unknownIndex = sourceIds.findIndex((id) => store.sources.active(id) === undefined);
    const count = webhooksOf(settings).length;
    const { signature } = profileOf(settings);
    const problem = secretProblem(signature, sharedSecret) ?? keyProblem(signature, sharedSecret);
    return [
      ...(unknownIndex === -1
        ? []
        : [
            {
              path: ['sourceIds', unknownIndex],
              message: `Source "${sourceIds[unknownIndex]}" not found.`,
              fix: 'Connect an existing source.',
            },
          ]),
      ...(count > maxWebhooks
        ? [
            {
              path: ['webhooks'],
              message: `A destination can have at most ${maxWebhooks} URLs; this one has ${count}.`,
            },
          ]
        : []),
      ...(problem === null ? [] : [{ path: ['sharedSecret'], message: problem }]),
    ];
  }

  /**
   * URLs that point to Hookwright itself (D50), definitions with the ID of a built-in profile, and
   * keys that can't sign. `path` locates the settings.
   */
  function inputIssues(
    {
      webhookUrl = '',
      webhooks = [],
      profile = defaultProfileId,
      sharedSecret = '',
    }: Pick<DestinationPatch, 'webhookUrl' | 'webhooks' | 'profile' | 'sharedSecret'>,
    path: Path = [],
  ): readonly FieldIssue[] {
    const problem = typeof profile === 'string' ? null : definitionProblem(profile);
    const key = keyProblem(profileOf({ profile }).signature, sharedSecret);
    const urls = [
      { url: webhookUrl, at: ['webhookUrl'] },
      ...webhooks.map(({ url }, index) => ({ url, at: ['webhooks', index, 'url'] })),
    ];
    return [
      ...(problem === null ? [] : [{ path: [...path, 'profile', 'id'], message: problem }]),
      ...(key === null ? [] : [{ path: [...path, 'sharedSecret'], message: key }]),
      ...urls
        .filter(({ url }) => url !== '' && ownEndpoints.isReachedBy(url))
        .map(({ at }) => ({ path: [...path, ...at], message: ownEndpointProblem })),
    ];
  }

  const entities = createEntities<
    DestinationSettings,
    NewDestination,
    DestinationPatch,
    'sharedSecret' | 'webhooks',
    Destination
  >(tools, {
    noun: 'destination',
    idPrefix: 'dst',
    table: store.destinations,
    secretNames: ['sharedSecret', 'webhooks'],
    create: (input) => input,
    complete: withoutUnusedSources,
    issues,
    checkAll() {
      if (store.destinations.connectionCount() > maxConnections)
        throw fieldError(['sourceIds'], tooManyConnections, 'Connect fewer sources.');
    },
    view: find,
  });

  return {
    ...entities,
    list: () => configCache.destinations(),
    get: ({ id }: ById) => find(id),
    inputIssues,
    async create(input: NewDestination): Promise<Destination> {
      checkIssues(inputIssues(input));
      return entities.create(input);
    },
    async update(change: ById & DestinationPatch): Promise<Destination> {
      checkIssues(inputIssues(change));
      return entities.update(change);
    },
  };
}
