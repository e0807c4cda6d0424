/** Creates, changes and deletes destinations. */
import type { FieldIssue } from '#shared/contract/errors.ts';
import { definedFields } from '#shared/lib/defined-fields.ts';
import { definitionProblem } from '#shared/profiles/definition.ts';
import { defaultProfileId, profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { secretProblem } from '#shared/profiles/secret.ts';
import {
  type Destination,
  type DestinationPatch,
  maxWebhooks,
  type NewDestination,
  webhooksOf,
} from '#shared/schemas/destination.ts';
import { fieldError, fieldErrors, notFound } from '../app-error.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import { randomText } from '../random-id.ts';
import { keyProblem } from '../routing/profile-signature.ts';
import type { SecretChange } from '../store/destinations.ts';
import type { Tx } from '../store/write-queue.ts';
import type { ConfigTools } from './sources.ts';

type Settings = Omit<Destination, 'problem'>;

type Path = FieldIssue['path'];

/** Messages of SDKs never go to a destination that takes payloads, so it has no sources (D55). */
const withoutUnusedSources = <Given extends Pick<Settings, 'profile' | 'sourceIds'>>(
  settings: Given,
): Given => (takesPayloads(settings) ? { ...settings, sourceIds: [] } : settings);

const ownEndpointProblem =
  "This URL points to Hookwright's own ingestion endpoint, so each event would loop. Use the URL of your receiver.";

export type Destinations = ReturnType<typeof createDestinations>;

/** Checks and changes run in the same write, so that nothing else can change in between. */
export function createDestinations({
  store,
  configCache,
  clock,
  random,
  ownEndpoints,
}: ConfigTools & { readonly ownEndpoints: Pick<OwnEndpoints, 'isReachedBy'> }) {
  function find(id: string): Destination {
    const destination = configCache.destination(id);
    if (destination === undefined) throw notFound('destination');
    return destination;
  }

  function findStored(id: string): Settings {
    const stored = store.destinations.all().find((destination) => destination.id === id);
    if (stored === undefined) throw notFound('destination');
    const { secretReadable: _, ...settings } = stored;
    return settings;
  }

  function check(settings: Settings): void {
    if (
      store.destinations.all().some(({ id, name }) => id !== settings.id && name === settings.name)
    )
      throw fieldError(
        ['name'],
        `The name "${settings.name}" is already in use.`,
        `Choose another name.`,
      );
    const sourceIds = new Set(store.sources.all().map(({ id }) => id));
    const unknownIndex = settings.sourceIds.findIndex((id) => !sourceIds.has(id));
    if (unknownIndex !== -1)
      throw fieldError(
        ['sourceIds', unknownIndex],
        `Source "${settings.sourceIds[unknownIndex]}" not found.`,
        `Connect an existing source.`,
      );
    const count = webhooksOf(settings).length;
    if (count > maxWebhooks)
      throw fieldError(
        ['webhooks'],
        `A destination can have at most ${maxWebhooks} webhook URLs; this one has ${count}.`,
      );
    const { signature } = profileOf(settings);
    const problem =
      secretProblem(signature, settings.sharedSecret) ??
      keyProblem(signature, settings.sharedSecret);
    if (problem !== null) throw fieldError(['sharedSecret'], problem);
  }

  /**
   * Throws an AppError if a URL points to Hookwright itself (D50), or a definition has the ID of a
   * built-in profile. `path` locates the settings.
   */
  function inputIssues(
    {
      webhookUrl = '',
      webhooks = [],
      profile = defaultProfileId,
    }: Pick<DestinationPatch, 'webhookUrl' | 'webhooks' | 'profile'>,
    path: Path = [],
  ): readonly FieldIssue[] {
    const problem = typeof profile === 'string' ? null : definitionProblem(profile);
    const urls = [
      { url: webhookUrl, at: ['webhookUrl'] },
      ...webhooks.map(({ url }, index) => ({ url, at: ['webhooks', index, 'url'] })),
    ];
    return [
      ...(problem === null ? [] : [{ path: [...path, 'profile', 'id'], message: problem }]),
      ...urls
        .filter(({ url }) => url !== '' && ownEndpoints.isReachedBy(url))
        .map(({ at }) => ({ path: [...path, ...at], message: ownEndpointProblem })),
    ];
  }

  function checkInput(input: Parameters<typeof inputIssues>[0]): void {
    const issues = inputIssues(input);
    if (issues.length > 0) throw fieldErrors(issues);
  }

  /** Returns the new ID. */
  function insert(tx: Tx, input: NewDestination): string {
    const now = clock.now();
    const destination = {
      ...withoutUnusedSources(input),
      id: `dst_${randomText(random, 12)}`,
      createdAt: now,
      updatedAt: now,
    };
    check(destination);
    store.destinations.put(tx, destination, { sharedSecret: false, webhooks: false });
    return destination.id;
  }

  async function put(settings: () => Settings, keptSecrets: SecretChange): Promise<Destination> {
    const id = await store.write((tx) => {
      const destination = withoutUnusedSources(settings());
      check(destination);
      store.destinations.put(tx, destination, keptSecrets);
      return destination.id;
    });
    return find(id);
  }

  return {
    list: () => configCache.destinations(),
    get: find,
    insert,
    inputIssues,
    async create(input: NewDestination): Promise<Destination> {
      checkInput(input);
      return find(await store.write((tx) => insert(tx, input)));
    },
    async update(id: string, patch: DestinationPatch): Promise<Destination> {
      checkInput(patch);
      return put(() => ({ ...findStored(id), ...definedFields(patch), updatedAt: clock.now() }), {
        sharedSecret: patch.sharedSecret === undefined,
        webhooks: patch.webhooks === undefined,
      });
    },
    remove: (id: string): Promise<void> =>
      store.write((tx) => {
        findStored(id);
        store.destinations.remove(tx, id, clock.now());
      }),
    restore: (id: string): Promise<Destination> =>
      put(
        () => {
          const isActive = store.destinations.all().some((destination) => destination.id === id);
          const stored = isActive ? undefined : store.destinations.get(id);
          if (stored === undefined) throw notFound('deleted destination');
          const { secretReadable: _, ...settings } = stored;
          return { ...settings, updatedAt: clock.now() };
        },
        { sharedSecret: true, webhooks: true },
      ),
  };
}
