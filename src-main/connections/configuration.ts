/** The configuration file, applied by name. Applying it again changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { fieldErrors } from '#main/kit/app-error.ts';
import { mapYielding } from '#main/kit/yield-to-event-loop.ts';
import type { MockEndpoints } from '#main/mocks/mock-endpoints.ts';
import type { MockOperations } from '#main/mocks/mock-settings.ts';
import type { ProductSettings } from '#main/settings/settings.ts';
import { tooManyItems } from '#main/store/entities.ts';
import type { Tx } from '#main/store/write-queue.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { maxConnections, maxItems } from '#shared/connections/limits.ts';
import type { Source } from '#shared/connections/source.ts';
import { limitedSuggestions } from '#shared/kit/closest-name.ts';
import { firstIssues } from '#shared/kit/error-text.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { sentUrl, webhookUrlProblem } from '#shared/kit/webhook-url.ts';
import { ConfiguredMock, type Mock } from '#shared/mocks/mock.ts';
import { isWindow, type Outage } from '#shared/mocks/step.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import {
  type Configuration,
  type ConfigurationRequest,
  type ConfigurationResult,
  ConfiguredDestination,
  ConfiguredSource,
} from '#shared/settings/configuration.ts';
import { Settings } from '#shared/settings/settings.ts';
import { type Destinations, tooManyConnections } from './destinations.ts';
import { checkForwards, createRestore, withoutSecrets } from './redacted-configuration.ts';
import type { Sources } from './sources.ts';

const defaultSettings: Readonly<Record<string, unknown>> = Settings.parse({});

const nouns = { sources: 'source', destinations: 'destination', mocks: 'mock endpoint' } as const;

/** Whether `current` has the same value for every key of `wanted`. */
const includes = (current: object, desired: object): boolean =>
  Object.entries(desired).every(
    ([key, value]) =>
      value === undefined || isDeepStrictEqual((current as Record<string, unknown>)[key], value),
  );

interface ConfigurationTools {
  readonly sources: Sources;
  readonly destinations: Destinations;
  readonly mocks: {
    readonly settings: MockOperations;
    readonly endpoints: Pick<MockEndpoints, 'apply'>;
  };
  readonly settings: ProductSettings;
}

interface Planned<Desired> {
  readonly desired: Desired;
  readonly applied: Applied;
  /** Empty if it is created. */
  readonly id: string;
}

function planned<
  Current extends { readonly id: string; readonly name: string },
  Desired extends object,
>(
  current: readonly Current[],
  desired: readonly (Desired & { readonly name: string })[],
  isSame: (current: Current, desired: Desired) => boolean = includes,
): readonly Planned<Desired & { readonly name: string }>[] {
  const byName = new Map(current.map((item) => [item.name, item]));
  return desired.map((item) => {
    const existing = byName.get(item.name);
    if (existing === undefined) return { desired: item, applied: 'created', id: '' };
    const applied = isSame(existing, item) ? 'unchanged' : 'updated';
    return { desired: item, applied, id: existing.id };
  });
}

const ofKind = <Desired>(plan: readonly Planned<Desired>[], applied: Applied) =>
  plan.filter((item) => item.applied === applied);

const changesOf = <Desired>(plan: readonly Planned<Desired>[]) =>
  ofKind(plan, 'updated').map(({ id, desired }) => ({ id, patch: desired }));

const createdOf = <Desired>(plan: readonly Planned<Desired>[]): readonly Desired[] =>
  ofKind(plan, 'created').map(({ desired }) => desired);

export function createConfiguration({
  sources,
  destinations,
  mocks: { settings: mocks, endpoints: mockEndpoints },
  settings,
}: ConfigurationTools) {
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

  /** More items, or connections, than there can be with those that the file doesn't have. */
  function limitIssues(configuration: Configuration): readonly FieldIssue[] {
    const current = { sources, destinations, mocks };
    const fix = 'Remove some from the file, or delete existing ones.';
    const tooMany = (['sources', 'destinations', 'mocks'] as const).filter((kind) => {
      const names = [...current[kind].list(), ...configuration[kind]].map(({ name }) => name);
      return new Set(names).size > maxItems;
    });
    const configured = new Set(configuration.destinations.map(({ name }) => name));
    const connections = [
      ...destinations
        .list()
        .flatMap(({ name, sourceIds }) => (configured.has(name) ? [] : sourceIds)),
      ...configuration.destinations.flatMap((destination) =>
        takesPayloads(destination) ? [] : [...new Set(destination.sources)],
      ),
    ];
    return [
      ...tooMany.map((kind) => ({ path: [kind], message: tooManyItems(nouns[kind]), fix })),
      ...(connections.length > maxConnections
        ? [{ path: ['destinations'], message: tooManyConnections, fix }]
        : []),
    ];
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
      ...limitIssues(configuration),
    ];
    if (issues.length > 0) throw fieldErrors(firstIssues(issues));
  }

  /** Returns what changes. */
  function saveItems(
    tx: Tx,
    { sources: desiredSources }: Pick<Configuration, 'sources'>,
    desiredDestinations: readonly ConfiguredDestination[],
    desiredMocks: readonly ConfiguredMock[],
  ) {
    const sourcePlan = planned(sources.list(), desiredSources);
    const created = createdOf(sourcePlan);
    const createdIds = sources.save(tx, changesOf(sourcePlan), created).slice(-created.length);
    const sourceIds = new Map([
      ...sources.list().map(({ id, name }) => [name, id] as const),
      ...created.map(({ name }, index) => [name, createdIds[index]] as const),
    ]);
    const withIds = desiredDestinations.map(({ sources: names, ...desired }) => ({
      ...desired,
      sourceIds: [...new Set(names.flatMap((name) => sourceIds.get(name) ?? []))].sort(),
    }));
    const destinationPlan = planned(destinations.list(), withIds);
    destinations.save(
      tx,
      changesOf(destinationPlan),
      createdOf(destinationPlan).map((desired) => ({
        ...desired,
        sharedSecret: desired.sharedSecret ?? '',
      })),
    );
    const mockPlan = planned(mocks.list(), desiredMocks, (current, desired) =>
      includes(comparable(current, desired.outage), desired),
    );
    // Exports omit secrets. A strict mock endpoint reports the problem until one is set.
    mocks.save(
      tx,
      changesOf(mockPlan),
      createdOf(mockPlan).map((desired) => ({ ...desired, secret: desired.secret ?? '' })),
      'secrets_may_be_missing',
    );
    return [
      { noun: 'source', items: sourcePlan },
      { noun: 'destination', items: destinationPlan },
      { noun: 'mock endpoint', items: mockPlan },
    ];
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

  return {
    get: async ({ secrets }: ConfigurationRequest): Promise<Configuration> =>
      secrets ? current() : withoutSecrets(current(), settings.secrets()),
    /** Applies everything in one step, or throws and changes nothing. */
    async apply(configuration: Configuration): Promise<ConfigurationResult> {
      check(configuration);
      const restore = createRestore(current(), settings.secrets(), configuration.redacted ?? []);
      const desiredDestinations = await mapYielding(
        configuration.destinations,
        restore.destination,
      );
      const desiredMocks = await mapYielding(configuration.mocks, restore.mock);
      const desiredSettings = configuration.settings ?? {};
      const settingsApplied = includes(settings.get(), desiredSettings) ? 'unchanged' : 'updated';
      let plan: ReturnType<typeof saveItems> = [];
      await settings.change(desiredSettings, (tx) => {
        checkForwards(desiredMocks, configuration, destinations.list(), mocks.list());
        plan = saveItems(tx, configuration, desiredDestinations, desiredMocks);
      });
      await mockEndpoints.apply();
      const result: Record<Applied, string[]> = { created: [], updated: [], unchanged: [] };
      for (const { noun, items } of plan)
        for (const { applied, desired } of items) result[applied].push(`${noun} ${desired.name}`);
      if (Object.keys(desiredSettings).length > 0) result[settingsApplied].push('settings');
      return { ...result, omitted: [...restore.omitted] };
    },
  };
}

type Applied = 'created' | 'updated' | 'unchanged';

/** The fields of a schema in its order, so that the same items give the same file. */
const fieldsOf = <Fields extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Fields>,
  item: { readonly [Name in keyof Fields]?: unknown },
) =>
  Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, item[name]])
      .filter(([, value]) => value !== undefined),
  ) as z.infer<z.ZodObject<Fields>>;

const exportSource = (source: Source) => fieldsOf(ConfiguredSource, source);

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
  return fieldsOf(ConfiguredDestination, {
    ...destination,
    webhookUrl: validUrl(destination.webhookUrl),
    webhooks: destination.webhooks.map((webhook) => ({ ...webhook, url: validUrl(webhook.url) })),
    // Sorted by name: IDs and their order differ between machines, but the file must not.
    sources: destination.sourceIds
      .map((id) => sourceNames.get(id))
      .filter((name) => name !== undefined)
      .sort(),
  });
}

const exportMock = (mock: Mock): ConfiguredMock =>
  fieldsOf(ConfiguredMock, {
    ...mock,
    // A strict mock endpoint without a secret would not be valid in a file.
    secret: mock.strict && mock.secret === '' ? undefined : mock.secret,
    outage: withoutStart(mock.outage),
  });

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
