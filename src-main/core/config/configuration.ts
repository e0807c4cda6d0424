/** The configuration file, applied by name. Applying it again changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldIssue } from '#shared/contract/errors.ts';
import { firstIssues } from '#shared/labels/errors.ts';
import { limitedSuggestions } from '#shared/lib/closest-name.ts';
import { isWindow } from '#shared/lib/outage-window.ts';
import { sentUrl, webhookUrlProblem } from '#shared/lib/webhook-url.ts';
import type { Configuration, ConfigurationResult } from '#shared/schemas/configuration.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import type { ConfiguredMock, Mock } from '#shared/schemas/mock.ts';
import type { Outage } from '#shared/schemas/mock-step.ts';
import { Settings } from '#shared/schemas/settings.ts';
import type { Source } from '#shared/schemas/source.ts';
import { fieldErrors } from '../app-error.ts';
import type { Mocks } from '../mocks/mock-settings.ts';
import type { Destinations } from './destinations.ts';
import { createRestore, withoutSecrets } from './redacted-configuration.ts';
import type { ProductSettings } from './settings.ts';
import type { Sources } from './sources.ts';

type ConfiguredDestination = Configuration['destinations'][number];

const defaultSettings: Readonly<Record<string, unknown>> = Settings.parse({});

/** Whether `current` has the same value for every key of `wanted`. */
const includes = (current: object, desired: object): boolean =>
  Object.entries(desired).every(
    ([key, value]) =>
      value === undefined || isDeepStrictEqual((current as Record<string, unknown>)[key], value),
  );

export function createConfiguration(
  sources: Sources,
  destinations: Destinations,
  mocks: Mocks,
  settings: ProductSettings,
) {
  /** Problems with references to existing and new sources by name. */
  function sourceIssues(configuration: Configuration): readonly FieldIssue[] {
    const names = new Set([
      ...sources.list().map(({ name }) => name),
      ...configuration.sources.map(({ name }) => name),
    ]);
    const suggest = limitedSuggestions();
    return configuration.destinations.flatMap((destination, index) =>
      destination.sources.flatMap((name, at) =>
        names.has(name)
          ? []
          : [
              {
                path: ['destinations', index, 'sources', at],
                message: `Unknown source "${name}".`,
                fix: suggest(names, name) ?? 'Add it under sources or correct the name.',
              },
            ],
      ),
    );
  }

  function writeKeyIssues(configuration: Configuration): readonly FieldIssue[] {
    // Checked before any write, because a duplicate key would otherwise leave the file partly
    // applied. Compares the final keys, because a file may move a key from one source to another.
    const keyByName = new Map(configuration.sources.map(({ name, writeKey }) => [name, writeKey]));
    const unchangedSources = sources.list().filter(({ name }) => keyByName.get(name) === undefined);
    const ownersByKey = new Map<string, string[]>();
    for (const { name, writeKey } of [...configuration.sources, ...unchangedSources]) {
      if (writeKey === undefined) continue;
      const owners = ownersByKey.get(writeKey) ?? [];
      // One of two names is another one.
      if (owners.length < 2 && !owners.includes(name)) owners.push(name);
      ownersByKey.set(writeKey, owners);
    }
    return configuration.sources.flatMap(({ name, writeKey = '' }, index) => {
      const owner = ownersByKey.get(writeKey)?.find((other) => other !== name);
      if (owner === undefined) return [];
      const message = `This write key also belongs to the source "${owner}". Use a unique key.`;
      return [{ path: ['sources', index, 'writeKey'], message }];
    });
  }

  /** Throws all problems together. */
  function check(configuration: Configuration): void {
    const issues = [
      ...configuration.destinations.flatMap((destination, index) =>
        destinations.inputIssues(destination, ['destinations', index]),
      ),
      ...configuration.mocks.flatMap((mock, index) => mocks.inputIssues(mock, ['mocks', index])),
      ...sourceIssues(configuration),
      ...writeKeyIssues(configuration),
    ];
    if (issues.length > 0) throw fieldErrors(firstIssues(issues));
  }

  const currentMock = (name: string): Mock | undefined =>
    mocks.list().find((mock) => mock.name === name);

  /**
   * A strict mock endpoint may be imported without its secret, because exports omit it. It reports the
   * problem until one is set.
   */
  async function applyMock({ secret, ...settings }: ConfiguredMock): Promise<Applied> {
    const current = currentMock(settings.name);
    if (current === undefined) {
      await mocks.create({ ...settings, secret: secret ?? '' }, 'optional');
      return 'created';
    }
    const desired = { ...settings, ...(secret === undefined ? {} : { secret }) };
    if (includes(comparable(current, desired.outage), desired)) return 'unchanged';
    await mocks.update(current.id, desired, 'optional');
    return 'updated';
  }

  async function applySources(desired: Configuration['sources']): Promise<readonly Applied[]> {
    const currentByName = new Map(sources.list().map((source) => [source.name, source]));
    const applied = desired.map((source): Applied => {
      const current = currentByName.get(source.name);
      if (current === undefined) return 'created';
      return includes(current, source) ? 'unchanged' : 'updated';
    });
    const changes = desired.flatMap((patch, index) => {
      const id = currentByName.get(patch.name)?.id;
      return id === undefined || applied[index] !== 'updated' ? [] : [{ id, patch }];
    });
    const created = desired.filter(({ name }) => !currentByName.has(name));
    if (changes.length + created.length > 0) await sources.saveAll(changes, created);
    return applied;
  }

  async function applyDestinations(
    desired: readonly ConfiguredDestination[],
  ): Promise<readonly Applied[]> {
    const sourceIds = new Map(sources.list().map(({ id, name }) => [name, id]));
    const currentByName = new Map(destinations.list().map((current) => [current.name, current]));
    const planned = desired.map(({ sources: names, ...settings }) => {
      const ids = names
        .map((name) => sourceIds.get(name))
        .filter((id) => id !== undefined)
        .sort();
      const patch = { ...settings, sourceIds: [...new Set(ids)] };
      const current = currentByName.get(settings.name);
      const applied: Applied =
        current === undefined ? 'created' : includes(current, patch) ? 'unchanged' : 'updated';
      return { applied, id: current?.id ?? '', patch };
    });
    const planOf = (applied: Applied) => planned.filter((plan) => plan.applied === applied);
    const [changes, created] = [planOf('updated'), planOf('created')];
    if (changes.length + created.length > 0)
      await destinations.saveAll(
        changes,
        created.map(({ patch }) => ({ ...patch, sharedSecret: patch.sharedSecret ?? '' })),
      );
    return planned.map(({ applied }) => applied);
  }

  /** Includes all secrets. */
  function current(): Configuration {
    const names = new Map(sources.list().map(({ id, name }) => [id, name]));
    const changedSettings = Object.fromEntries(
      Object.entries(settings.get()).filter(
        ([name, value]) => !isDeepStrictEqual(value, defaultSettings[name]),
      ),
    );
    return {
      sources: sources.list().map(exportSource),
      destinations: destinations.list().map((destination) => exportDestination(destination, names)),
      mocks: mocks.list().map(exportMock),
      ...(Object.keys(changedSettings).length === 0 ? {} : { settings: changedSettings }),
    };
  }

  async function applySettings(desired: Configuration['settings']): Promise<Applied | null> {
    if (desired === undefined || Object.keys(desired).length === 0) return null;
    if (includes(settings.get(), desired)) return 'unchanged';
    await settings.update(desired);
    return 'updated';
  }

  return {
    get: (withSecrets: boolean): Configuration =>
      withSecrets ? current() : withoutSecrets(current()),
    /**
     * Applies sources, destinations, mock endpoints, then settings. Throws before the first change if a
     * name, key or URL is invalid.
     */
    async apply(configuration: Configuration): Promise<ConfigurationResult> {
      check(configuration);
      const restore = createRestore(current(), configuration.redacted ?? []);
      const desiredDestinations = configuration.destinations.map(restore.destination);
      const desiredMocks = configuration.mocks.map(restore.mock);
      const result: Record<Applied, string[]> = { created: [], updated: [], unchanged: [] };
      const applied = await applySources(configuration.sources);
      configuration.sources.forEach(({ name }, index) => {
        result[applied[index] ?? 'unchanged'].push(`source ${name}`);
      });
      const appliedDestinations = await applyDestinations(desiredDestinations);
      desiredDestinations.forEach(({ name }, index) => {
        result[appliedDestinations[index] ?? 'unchanged'].push(`destination ${name}`);
      });
      for (const mock of desiredMocks)
        result[await applyMock(mock)].push(`mock endpoint ${mock.name}`);
      const appliedSettings = await applySettings(configuration.settings);
      if (appliedSettings !== null) result[appliedSettings].push('settings');
      return { ...result, omitted: [...restore.omitted] };
    },
  };
}

type Applied = 'created' | 'updated' | 'unchanged';

const exportSource = ({ name, writeKey, enabled }: Source) => ({ name, writeKey, enabled });

/**
 * The stored URL. If it predates the URL rules, the URL that is actually sent, so that it can be
 * imported.
 */
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
    // Sorted by name: IDs and their order differ between machines, but the file must not.
    sources: sourceIds
      .map((id) => sourceNames.get(id))
      .filter((name) => name !== undefined)
      .sort(),
  };
}

function exportMock(mock: Mock): ConfiguredMock {
  const { name, secret, strict, steps, then, rules, seed, rateLimit, outage, forward } = mock;
  const { tls, tlsFloor } = mock;
  return {
    name,
    secret,
    strict,
    steps,
    then,
    rules,
    seed,
    rateLimit,
    outage: withoutStart(outage),
    forward,
    tls,
    tlsFloor,
  };
}

/** A file without a start time doesn't change the existing one. */
const comparable = (mock: Mock, desiredOutage: Outage | null): Mock =>
  desiredOutage !== null && isWindow(desiredOutage) && desiredOutage.startsAt === undefined
    ? { ...mock, outage: withoutStart(mock.outage) }
    : mock;

/** Outages in files are relative. They start when the file creates or changes a mock endpoint (D56). */
function withoutStart(outage: Outage | null): Outage | null {
  if (outage === null || !isWindow(outage)) return outage;
  const { startsAt: _, ...relative } = outage;
  return relative;
}
