/** Sources, destinations and receivers of a session: their settings at its start, and how they changed. */
import { isDeepStrictEqual } from 'node:util';
import { timestampsFromText } from '#shared/contract/timestamps.ts';
import { isWindow, windowEnd } from '#shared/lib/outage-window.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { JournalEntry } from '#shared/schemas/journal.ts';
import { Receiver } from '#shared/schemas/receiver.ts';
import type { Outage } from '#shared/schemas/receiver-step.ts';
import { isJsonObject, type JsonObject, type Session } from './session.ts';

export const nouns = ['sources', 'destinations', 'receivers'] as const;
export type Noun = (typeof nouns)[number];

/** Settings as in a scenario: sources and receivers by name. */
export type Settings = Readonly<Record<string, unknown>>;

export interface Change {
  readonly entry: JournalEntry;
  readonly noun: Noun;
  readonly name: string;
  readonly kind: 'created' | 'changed' | 'removed' | 'other';
  /** Empty if it was created. */
  readonly before: Settings;
  readonly after: Settings;
}

interface Webhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const listOf = (value: unknown): readonly JsonObject[] =>
  isList(value) ? value.filter(isJsonObject) : [];

/** Fields that don't affect the behavior. */
const ignored = new Set([
  ...['id', 'createdAt', 'updatedAt', 'problem', 'sourceIds', 'webhookUrl', 'url', 'listening'],
  ...['responded', 'nextStep', 'lastRequestAt'],
]);

const isEntityCommand = (operation: string): Noun | null => {
  const [noun, command = ''] = operation.split('.');
  const known = nouns.find((known) => known === noun);
  return known !== undefined &&
    ['create', 'update', 'remove', 'restore', 'resetSteps'].includes(command)
    ? known
    : null;
};

export const isSetup = ({ operation }: JournalEntry): boolean =>
  operation === 'configuration.apply' || isEntityCommand(operation) !== null;

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'webhook';

export const unusedName = (base: string, isTaken: (name: string) => boolean): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(name)) return name;
  }
};

export type SessionConfiguration = ReturnType<typeof configurationOf>;

export function configurationOf(session: Session) {
  const { entries } = session;
  const befores = entries.flatMap(({ before }) => (isJsonObject(before) ? [before] : []));
  /** Current and earlier entities, by noun. */
  const known = {
    sources: [...session.sources, ...befores] as unknown as readonly JsonObject[],
    destinations: [...session.destinations, ...befores] as unknown as readonly JsonObject[],
    receivers: [...session.receivers, ...befores] as unknown as readonly JsonObject[],
  };
  const nameOf = (noun: Noun, id: unknown): string | null => {
    const entity =
      known[noun].find((item) => item.id === id) ?? known[noun].find((item) => item.name === id);
    return isText(entity?.name) ? entity.name : null;
  };

  const receiverUrls = known.receivers.flatMap(({ id, url }) => {
    const name = nameOf('receivers', id);
    return isText(url) && name !== null && isText(id) && id.startsWith('rcv_')
      ? [{ url, name }]
      : [];
  });
  const receiverAt = (url: string): string | null =>
    receiverUrls.find((receiver) => url === receiver.url || url.startsWith(`${receiver.url}/`))
      ?.name ?? null;
  /** The user's own servers, by URL. */
  const externals = new Map<string, string>();
  function externalAt(url: string): string {
    const host = URL.parse(url)?.hostname ?? '';
    const base = /^(localhost|127\.|\[)/.test(host) ? 'server' : slug(host);
    const isTaken = (name: string): boolean =>
      [...externals.values(), ...session.receivers.map((receiver) => receiver.name)].includes(name);
    const name = externals.get(url) ?? unusedName(base, isTaken);
    externals.set(url, name);
    return name;
  }

  function destinationSettings(settings: JsonObject): Settings {
    const webhooks = webhooksOf({
      webhookUrl: isText(settings.webhookUrl) ? settings.webhookUrl : '',
      webhooks: listOf(settings.webhooks) as unknown as readonly Webhook[],
    });
    const sources = isList(settings.sourceIds)
      ? settings.sourceIds.flatMap((id) => nameOf('sources', id) ?? [])
      : (settings.sources ?? []);
    return {
      ...settings,
      sources,
      webhooks: webhooks.map(({ url, headers }) => ({
        receiver: receiverAt(url) ?? externalAt(url),
        ...(Object.keys(headers ?? {}).length > 0 && { headers }),
      })),
    };
  }

  function settingsOf(noun: Noun, settings: JsonObject): Settings {
    const named: Settings =
      noun === 'destinations'
        ? destinationSettings(settings)
        : noun === 'receivers'
          ? (timestampsFromText(Receiver, settings, () => undefined) as Settings)
          : settings;
    return Object.fromEntries(Object.entries(named).filter(([key]) => !ignored.has(key)));
  }

  function change(entry: JournalEntry, noun: Noun, before: JsonObject, input: JsonObject): Change {
    const isCreated = Object.keys(before).length === 0;
    const id = isCreated ? entry.resultId : (before.id ?? null);
    const name = nameOf(noun, id) ?? String(input.name ?? before.name);
    const { id: _id, ...patch } = input;
    return {
      ...{ entry, noun, name },
      kind: isCreated ? 'created' : 'changed',
      before: isCreated ? {} : settingsOf(noun, before),
      after: settingsOf(noun, { ...before, ...patch } as JsonObject),
    };
  }

  /** The changes that an entry made. */
  function changesOf(entry: JournalEntry): readonly Change[] {
    const { operation, input } = entry;
    const before = isJsonObject(entry.before) ? entry.before : {};
    if (!isJsonObject(input)) return [];
    if (operation === 'configuration.apply')
      return nouns.flatMap((noun) =>
        listOf(input[noun]).map((item) => {
          const old = listOf(before[noun]).find(({ name }) => name === item.name) ?? {};
          return change({ ...entry, resultId: null }, noun, old, item);
        }),
      );
    const noun = isEntityCommand(operation);
    if (noun === null) return [];
    if (operation.endsWith('.create')) return [change(entry, noun, {}, input)];
    const changed = change(entry, noun, before, operation.endsWith('.update') ? input : {});
    const name = nameOf(noun, before.id ?? input.id) ?? String(input.id);
    if (operation.endsWith('.update') && 'id' in before) return [changed];
    return [{ ...changed, name, kind: operation.endsWith('.remove') ? 'removed' : 'other' }];
  }

  return {
    externals: externals as ReadonlyMap<string, string>,
    nameOf,
    receiverAt,
    changesOf,
    /** By name, as they are now. */
    current: (noun: Noun): ReadonlyMap<string, Settings> =>
      new Map(
        session[noun].map((item) => [item.name, settingsOf(noun, item as unknown as JsonObject)]),
      ),
  };
}

/** The fields whose values changed. */
export const changedSettings = ({ before, after }: Change): Settings =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => key !== 'name' && !isDeepStrictEqual(value, before[key]),
    ),
  );

const outageOf = (settings: Settings): Outage | null =>
  isJsonObject(settings.outage) ? (settings.outage as unknown as Outage) : null;

/** An outage that is active at a time, and how long it continues. */
export function openOutage(
  settings: Settings,
  at: number,
): { readonly forMs: number; readonly outage: Outage } | null {
  const outage = outageOf(settings);
  if (outage === null || !isWindow(outage)) return null;
  // Without a start, it starts immediately.
  const end = outage.startsAt === undefined ? at + outage.durationMs : windowEnd(outage);
  return end === null || end <= at ? null : { outage, forMs: end - at };
}
