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
    const stored = store.destinations.active(id);
    if (stored === undefined) throw notFound('destination');
    const { secretReadable: _, ...settings } = stored;
    return settings;
  }

  function check(settings: Settings): void {
    if (store.destinations.isNameTaken(settings))
      throw fieldError(
        ['name'],
        `The name "${settings.name}" is already in use.`,
        `Choose another name.`,
      );
    const unknownIndex = settings.sourceIds.findIndex((id) => store.sources.get(id) === undefined);
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

  function checkInput(input: Parameters<typeof inputIssues>[0]): void {
    const issues = inputIssues(input);
    if (issues.length > 0) throw fieldErrors(issues);
  }

  /** Returns the new ID. */
  function insert(tx: Tx, input: NewDestination): string {
    const now = clock.now();
    const id = `dst_${randomText(random, 12)}`;
    const settings = { ...input, id, createdAt: now, updatedAt: now };
    return put(tx, settings, { sharedSecret: false, webhooks: false });
  }

  /** Returns its ID. */
  function put(tx: Tx, settings: Settings, keptSecrets: SecretChange): string {
    const destination = withoutUnusedSources(settings);
    check(destination);
    store.destinations.put(tx, destination, keptSecrets);
    return destination.id;
  }

  const change = (tx: Tx, id: string, patch: DestinationPatch): string =>
    put(
      tx,
      { ...findStored(id), ...definedFields(patch), updatedAt: clock.now() },
      { sharedSecret: patch.sharedSecret === undefined, webhooks: patch.webhooks === undefined },
    );

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
      return find(await store.write((tx) => change(tx, id, patch)));
    },
    /** Changes and creates several destinations in one step. */
    async saveAll(
      changes: readonly { readonly id: string; readonly patch: DestinationPatch }[],
      inputs: readonly NewDestination[],
    ): Promise<void> {
      for (const input of [...changes.map(({ patch }) => patch), ...inputs]) checkInput(input);
      await store.write((tx) => {
        for (const { id, patch } of changes) change(tx, id, patch);
        for (const input of inputs) insert(tx, input);
      });
    },
    remove: (id: string): Promise<void> =>
      store.write((tx) => {
        findStored(id);
        store.destinations.remove(tx, id, clock.now());
      }),
    async restore(id: string): Promise<Destination> {
      await store.write((tx) => {
        const isActive = store.destinations.active(id) !== undefined;
        const stored = isActive ? undefined : store.destinations.get(id);
        if (stored === undefined) throw notFound('deleted destination');
        const { secretReadable: _, ...settings } = stored;
        put(tx, { ...settings, updatedAt: clock.now() }, { sharedSecret: true, webhooks: true });
      });
      return find(id);
    },
  };
}
