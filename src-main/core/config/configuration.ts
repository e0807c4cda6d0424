/** The configuration file: applied by name, so that applying it twice changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { isWindow } from '#shared/lib/outage-window.ts';
import { sentUrl, webhookUrlProblem } from '#shared/lib/webhook-url.ts';
import type { Configuration, ConfigurationResult } from '#shared/schemas/configuration.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import type { ConfiguredReceiver, Receiver } from '#shared/schemas/receiver.ts';
import type { Outage } from '#shared/schemas/receiver-step.ts';
import { defaultRetention } from '#shared/schemas/retention.ts';
import type { Source } from '#shared/schemas/source.ts';
import { fieldError } from '../app-error.ts';
import type { Receivers } from '../receivers/receiver-settings.ts';
import type { Destinations } from './destinations.ts';
import { createRestore, withoutSecrets } from './redacted-configuration.ts';
import type { ProductSettings } from './settings.ts';
import type { Sources } from './sources.ts';

type ConfiguredDestination = Configuration['destinations'][number];

/** Whether every key of `wanted` has the same value in `current`. */
const holds = (current: object, wanted: object): boolean =>
  Object.entries(wanted).every(
    ([key, value]) =>
      value === undefined || isDeepStrictEqual((current as Record<string, unknown>)[key], value),
  );

export function createConfiguration(
  sources: Sources,
  destinations: Destinations,
  receivers: Receivers,
  settings: ProductSettings,
) {
  /** Ids of the named sources: those there are, and those the file will create. */
  function checkNames(configuration: Configuration): void {
    const names = new Set([
      ...sources.list().map(({ name }) => name),
      ...configuration.sources.map(({ name }) => name),
    ]);
    configuration.destinations.forEach((destination, index) => {
      destinations.checkUrls(destination, ['destinations', index]);
      const unknown = destination.sources.findIndex((name) => !names.has(name));
      if (unknown !== -1)
        throw fieldError(
          ['destinations', index, 'sources', unknown],
          `There is no source named "${destination.sources[unknown]}".`,
          `Add it under sources or correct the name.`,
        );
    });
    // Before anything is written: a key in use would otherwise stop the file half-way. What counts
    // are the keys that there will be, since a file may give one source's key to another.
    const given = new Map(configuration.sources.map(({ name, writeKey }) => [name, writeKey]));
    const kept = sources.list().filter(({ name }) => given.get(name) === undefined);
    configuration.sources.forEach((source, index) => {
      const owner = [...configuration.sources, ...kept].find(
        (other) =>
          other.writeKey !== undefined &&
          other.writeKey === source.writeKey &&
          other.name !== source.name,
      );
      if (owner !== undefined)
        throw fieldError(
          ['sources', index, 'writeKey'],
          `This write key also belongs to the source "${owner.name}". Use a unique key.`,
        );
    });
  }

  const currentReceiver = (name: string): Receiver | undefined =>
    receivers.list().find((receiver) => receiver.name === name);

  /** A strict receiver may come without its secret, as exports leave it out: it says so, and is given one later. */
  async function applyReceiver({ secret, ...settings }: ConfiguredReceiver): Promise<Applied> {
    const current = currentReceiver(settings.name);
    if (current === undefined) {
      await receivers.create({ ...settings, secret: secret ?? '' }, 'may_follow');
      return 'created';
    }
    const wanted = { ...settings, ...(secret === undefined ? {} : { secret }) };
    if (holds(comparable(current, wanted.outage), wanted)) return 'unchanged';
    await receivers.update(current.id, wanted, 'may_follow');
    return 'updated';
  }

  /** All changes at once, and then the new ones: they may take keys that the others have left. */
  async function applySources(wanted: Configuration['sources']): Promise<readonly Applied[]> {
    const known = new Map(sources.list().map((source) => [source.name, source]));
    const applied = wanted.map((source): Applied => {
      const current = known.get(source.name);
      if (current === undefined) return 'created';
      return holds(current, source) ? 'unchanged' : 'updated';
    });
    const changes = wanted.flatMap((patch, index) => {
      const id = known.get(patch.name)?.id;
      return id === undefined || applied[index] !== 'updated' ? [] : [{ id, patch }];
    });
    if (changes.length > 0) await sources.updateAll(changes);
    for (const source of wanted) if (!known.has(source.name)) await sources.create(source);
    return applied;
  }

  async function applyDestination(wanted: ConfiguredDestination): Promise<Applied> {
    const { sources: names, ...settings } = wanted;
    const ids = names
      .map((name) => sources.list().find((source) => source.name === name)?.id)
      .filter((id) => id !== undefined)
      .sort();
    const withIds = { ...settings, sourceIds: [...new Set(ids)] };
    const current = destinations.list().find(({ name }) => name === wanted.name);
    if (current === undefined) {
      await destinations.create({ ...withIds, sharedSecret: wanted.sharedSecret ?? '' });
      return 'created';
    }
    if (holds(current, withIds)) return 'unchanged';
    await destinations.update(current.id, withIds);
    return 'updated';
  }

  /** Includes all secrets. */
  function current(): Configuration {
    const names = new Map(sources.list().map(({ id, name }) => [id, name]));
    const { headersToRedact, retention } = settings.get();
    const ofSettings = {
      ...(headersToRedact.length === 0 ? {} : { headersToRedact }),
      ...(isDeepStrictEqual(retention, defaultRetention) ? {} : { retention }),
    };
    return {
      sources: sources.list().map(exportSource),
      destinations: destinations.list().map((one) => exportDestination(one, names)),
      receivers: receivers.list().map(exportReceiver),
      ...(Object.keys(ofSettings).length === 0 ? {} : { settings: ofSettings }),
    };
  }

  async function applySettings(wanted: Configuration['settings']): Promise<Applied | null> {
    if (wanted === undefined || Object.keys(wanted).length === 0) return null;
    if (holds(settings.get(), wanted)) return 'unchanged';
    await settings.update(wanted);
    return 'updated';
  }

  return {
    get: (withSecrets: boolean): Configuration =>
      withSecrets ? current() : withoutSecrets(current()),
    /** Applies sources, destinations, then receivers. Throws before the first change when a name, key or URL is wrong. */
    async apply(configuration: Configuration): Promise<ConfigurationResult> {
      checkNames(configuration);
      const restore = createRestore(current(), configuration.redacted ?? []);
      const wantedDestinations = configuration.destinations.map(restore.destination);
      const wantedReceivers = configuration.receivers.map(restore.receiver);
      const result: Record<Applied, string[]> = { created: [], updated: [], unchanged: [] };
      const applied = await applySources(configuration.sources);
      configuration.sources.forEach(({ name }, index) => {
        result[applied[index] ?? 'unchanged'].push(`source ${name}`);
      });
      for (const destination of wantedDestinations)
        result[await applyDestination(destination)].push(`destination ${destination.name}`);
      for (const receiver of wantedReceivers)
        result[await applyReceiver(receiver)].push(`receiver ${receiver.name}`);
      const appliedSettings = await applySettings(configuration.settings);
      if (appliedSettings !== null) result[appliedSettings].push('settings');
      return { ...result, omitted: [...restore.omitted] };
    },
  };
}

type Applied = 'created' | 'updated' | 'unchanged';

const exportSource = ({ name, writeKey, enabled }: Source) => ({ name, writeKey, enabled });

/** The stored URL; one that predates the URL rules is exported as it is sent, so that it can be imported. */
const validUrl = (url: string): string =>
  url === '' || webhookUrlProblem(url) === null ? url : sentUrl(url);

function exportDestination(
  destination: Destination,
  sourceNames: ReadonlyMap<string, string>,
): ConfiguredDestination {
  const {
    id: _id,
    createdAt: _c,
    updatedAt: _u,
    problem: _p,
    sourceIds,
    ...settings
  } = destination;
  return {
    ...settings,
    webhookUrl: validUrl(settings.webhookUrl),
    webhooks: settings.webhooks.map((webhook) => ({ ...webhook, url: validUrl(webhook.url) })),
    // Ids differ from machine to machine, and so does their order; the file shall not.
    sources: sourceIds
      .map((id) => sourceNames.get(id))
      .filter((name) => name !== undefined)
      .sort(),
  };
}

function exportReceiver(receiver: Receiver): ConfiguredReceiver {
  const { name, secret, strict, steps, then, seed, rateLimit, outage, tls, tlsFloor } = receiver;
  return {
    name,
    secret,
    strict,
    steps,
    then,
    seed,
    rateLimit,
    outage: withoutStart(outage),
    tls,
    tlsFloor,
  };
}

/** A file that leaves out when an outage starts says nothing about it. */
const comparable = (receiver: Receiver, wanted: Outage | null): Receiver =>
  wanted !== null && isWindow(wanted) && wanted.startsAt === undefined
    ? { ...receiver, outage: withoutStart(receiver.outage) }
    : receiver;

/** In a file, an outage is relative: it starts when a receiver is created or changed by it (D56). */
function withoutStart(outage: Outage | null): Outage | null {
  if (outage === null || !isWindow(outage)) return outage;
  const { startsAt: _, ...relative } = outage;
  return relative;
}
