/** Makes a scenario of deliveries: their messages as steps, and mock endpoints or servers for their URLs. */
import { isDeepStrictEqual } from 'node:util';
import { redactUrl } from '#main/connections/redacted-configuration.ts';
import { AppError } from '#main/kit/app-error.ts';
import { NewDestination, webhooksOf } from '#shared/connections/destination.ts';
import { type KnownSecrets, knownRedaction, type Redaction } from '#shared/deliveries/redaction.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { backoffOf, profileOf } from '#shared/profiles/profiles.ts';
import type { RetryPolicy } from '#shared/profiles/retry-policy.ts';
import type {
  DeliveriesScenario,
  FromDeliveries,
} from '#shared/scenarios/schema/from-deliveries.ts';
import { expectationsOf } from './expectations.ts';
import { createNames, createVariables, slug, titleOfUrl, type Variables } from './names.ts';
import { responsesText } from './recorded-responses.ts';
import { itemText, scenarioText, withDurations } from './scenario-text.ts';
import {
  readSelection,
  type SelectedDestination,
  type SelectedMessage,
  type Selection,
  type SelectionTools,
} from './selection.ts';

interface Tools extends SelectionTools {
  readonly knownSecrets: () => KnownSecrets;
  readonly mocks: { list(): readonly Pick<Mock, 'name' | 'url'>[] };
}

interface Fixture {
  readonly name: string;
  readonly text: string;
}

const hourMs = 3_600_000;

/** Messages that are sent by one step: to the same destinations. */
interface Group {
  readonly source: string | null;
  readonly destinations: readonly string[];
  readonly messages: readonly SelectedMessage[];
}

/** A source for each set of destinations, so that no other delivery is made. */
function groupsOf(
  { messages, destinations }: Selection,
  sourceNames: ReadonlyMap<string, string>,
): readonly Group[] {
  const nameOf = createNames(' ');
  const byTarget = Map.groupBy(messages, ({ sourceId, line, deliveries }) => {
    const ids = deliveries.map(({ destinationId }) => destinationId).sort();
    return JSON.stringify([line.kind === 'hookwright.payload' ? null : sourceId, ids]);
  });
  return [...byTarget].map(([key, list]) => {
    const [sourceId, ids] = JSON.parse(key) as [string | null, readonly string[]];
    return {
      source: sourceId === null ? null : nameOf(key, sourceNames.get(sourceId) ?? sourceId),
      destinations: ids.map((id) => destinations.get(id)?.settings.name ?? id),
      messages: list,
    };
  });
}

/**
 * A policy with which every delivery that got its response within the window does so in each run: the random
 * part of a delay may be smaller than it was.
 */
function retryOf(
  { settings }: SelectedDestination,
  attempts: number,
): Pick<RetryPolicy, 'baseMs' | 'capMs'> | null {
  const backoff = backoffOf(settings);
  if ('kind' in backoff) return null;
  const { baseMs, capMs, windowMs } = backoff;
  let longestMs = 0;
  for (let retry = 0; retry < attempts - 1; retry += 1)
    longestMs += Math.min(capMs, baseMs * 2 ** retry);
  if (longestMs <= windowMs) return null;
  const limitMs = Math.max(1, Math.floor(windowMs / attempts));
  return { baseMs: Math.min(baseMs, limitMs), capMs: limitMs };
}

/** Most attempts at one URL before a response that ended them. */
const attemptsNeeded = (messages: readonly SelectedMessage[], destinationId: string): number =>
  messages
    .flatMap(({ deliveries }) => deliveries)
    .filter((one) => one.destinationId === destinationId && one.reason !== 'window_ended')
    .reduce((most, { urls, attempts }) => {
      const counts = urls.map((url) => attempts.filter((attempt) => attempt.url === url).length);
      return Math.max(most, ...counts);
    }, 0);

const copiedSettings = ['payloadShape', 'fanOut', 'profile', 'retry'] as const;

interface Composition {
  readonly selection: Selection;
  readonly against: FromDeliveries['against'];
  readonly groups: readonly Group[];
  readonly variables: Variables;
  /** Of mock endpoints or servers, by URL. */
  readonly names: ReadonlyMap<string, string>;
  /** Of the secrets of all sources, destinations and mock endpoints. */
  readonly redaction: Redaction;
}

function headersFor(
  { settings }: SelectedDestination,
  url: string,
  { against, variables, redaction }: Composition,
): Readonly<Record<string, string>> {
  const lines = Object.entries(webhooksOf(settings).find((one) => one.url === url)?.headers ?? {});
  const shown = redaction.headers(lines);
  return Object.fromEntries(
    lines.map(([name, value], index) => {
      const safe = shown[index]?.[1] ?? '';
      const isSecret = safe !== value;
      // Mock endpoints don't read it.
      if (!isSecret || against === 'recorded') return [name, variables.literals(safe)];
      return [name, variables.secret(`${slug(settings.name)}_${name}`, value)];
    }),
  );
}

function destinationItem(
  id: string,
  destination: SelectedDestination,
  composition: Composition,
): object {
  const { selection, against, groups, variables, names } = composition;
  const { settings, urls } = destination;
  const { name, sharedSecret } = settings;
  const defaults = NewDestination.parse({ name });
  const retry =
    against === 'recorded' ? retryOf(destination, attemptsNeeded(selection.messages, id)) : null;
  const values = { ...settings, retry: { ...settings.retry, ...retry } };
  const changed = copiedSettings.filter((key) => !isDeepStrictEqual(values[key], defaults[key]));
  const sources = groups.flatMap(({ source, destinations }) =>
    source !== null && destinations.includes(name) ? [variables.literals(source)] : [],
  );
  return {
    name: variables.literals(name),
    ...(sources.length > 0 && { sources }),
    ...variables.literals(Object.fromEntries(changed.map((key) => [key, values[key]]))),
    // Mock endpoints that respond as recorded don't check signatures.
    ...(against === 'server' &&
      sharedSecret !== '' && {
        sharedSecret: variables.secret(`${slug(name)}_secret`, sharedSecret),
      }),
    webhooks: urls.map((url) => {
      const headers = headersFor(destination, url, composition);
      return {
        [against === 'recorded' ? 'mock' : 'server']: names.get(url),
        ...(Object.keys(headers).length > 0 && { headers }),
      };
    }),
  };
}

/** The step of a group, and its fixture. */
function stepOf(
  { source, destinations, messages }: Group,
  id: string,
  { fixture, startsAt, variables }: { fixture: string; startsAt: number; variables: Variables },
): { readonly step: object; readonly fixture: Fixture } {
  const input = { fixture, ...(source !== null && { gaps: 'keep' }) };
  const action =
    source === null
      ? { payload: { destination: variables.literals(destinations[0] ?? ''), ...input } }
      : { send: { source: variables.literals(source), ...input } };
  const atMs = (messages[0]?.receivedAt ?? startsAt) - startsAt;
  return {
    step: { ...withDurations({ id, atMs }), ...action },
    fixture: {
      name: fixture,
      text: messages.map(({ line }) => `${JSON.stringify(line)}\n`).join(''),
    },
  };
}

const serverItem = (url: string, name: string, { variables, redaction }: Composition): object => {
  // The host may have a secret, too.
  const isSecret = redactUrl(redaction, url) !== url || redaction.hasKnown(url);
  const title = `${name}_url`;
  return {
    name,
    url: isSecret ? variables.secret(title, url) : variables.withDefault(title, url),
  };
};

const accepted = [
  { name: 'every request is accepted', attempts: '', every: 'status>=200 status<300' },
];

/** Mock endpoints or servers for all URLs. */
function namesOfUrls(
  { destinations }: Selection,
  mocks: ReturnType<Tools['mocks']['list']>,
  redaction: Redaction,
): ReadonlyMap<string, string> {
  const nameOf = createNames('-');
  const urls = new Set([...destinations.values()].flatMap((destination) => destination.urls));
  return new Map(
    [...urls].map((url) => {
      const own = mocks.find((mock) => mock.url === url)?.name;
      return [url, nameOf(url, own ?? (redaction.hasKnown(url) ? 'server' : titleOfUrl(url)))];
    }),
  );
}

const titleOf = (count: number, names: readonly string[], isRecorded: boolean): string =>
  `${count === 1 ? 'A delivery' : `${count} deliveries`} to ${names.length === 1 ? names[0] : `${names.length} destinations`}, ${isRecorded ? 'as recorded' : 'all accepted'}`;

function compose(
  composition: Composition,
): Pick<DeliveriesScenario, 'text' | 'fixtures' | 'deliveries'> {
  const { selection, against, groups, variables, names } = composition;
  const { messages, destinations } = selection;
  const isRecorded = against === 'recorded';
  const deliveries = messages.flatMap((message) => message.deliveries);
  const startsAt = messages[0]?.receivedAt ?? 0;
  const times = [
    ...messages.map(({ receivedAt }) => receivedAt),
    ...deliveries.flatMap(({ attempts }) => attempts.map((attempt) => attempt.startedAt)),
  ];
  const spanMs = times.reduce((last, at) => Math.max(last, at), startsAt) - startsAt;
  const ids = deliveries.map(({ id }) => id);
  const stem = `fixtures/deliveries-${Math.min(...ids)}-${Math.max(...ids)}`;
  const stepId = createNames('-');
  const steps = groups.map((group, index) => {
    const id = stepId(String(index), slug(group.source ?? group.destinations[0] ?? ''));
    return stepOf(group, id, { fixture: `${stem}-${id}.jsonl`, startsAt, variables });
  });
  const responses = [...names].map(([url, name]) => ({
    name,
    fixture: `${stem}-responses-${name}.jsonl`,
    text: isRecorded ? responsesText(url, deliveries) : '',
  }));
  const horizonH = Math.ceil(spanMs / hourMs) + 12;
  const given = {
    sources: groups.flatMap(({ source }) =>
      source === null ? [] : [{ name: variables.literals(source) }],
    ),
    mocks: isRecorded
      ? responses.map(({ name, fixture, text }) => ({ name, ...(text && { responses: fixture }) }))
      : [],
    servers: isRecorded ? [] : [...names].map(([url, name]) => serverItem(url, name, composition)),
    destinations: [...destinations].map(([id, one]) => destinationItem(id, one, composition)),
  };
  const destinationNames = [...destinations.values()].map(({ settings }) => settings.name);
  const nameOf = (id: string): string => destinations.get(id)?.settings.name ?? id;
  const then = isRecorded ? expectationsOf(deliveries, nameOf, names) : accepted;
  const parts = {
    name: variables.literals(titleOf(deliveries.length, destinationNames, isRecorded)),
    clock: {
      // Servers may compare times with their own clock.
      ...(isRecorded && { start: new Date(startsAt).toISOString() }),
      ...(horizonH > 24 && { horizon: `${horizonH}h` }),
    },
    given,
    steps: steps.map(({ step }) => itemText(step)),
  };
  const expectations = then.map((one) => itemText(variables.literals(one)));
  return {
    text: scenarioText(
      { ...parts, variables: Object.fromEntries(variables.declared) },
      expectations,
    ),
    fixtures: [
      ...steps.map(({ fixture }) => fixture),
      ...responses.flatMap(({ fixture: name, text }) => (text === '' ? [] : [{ name, text }])),
    ],
    deliveries: deliveries.length,
  };
}

/**
 * A server compares signed timestamps with its own clock, which doesn't move with virtual time. So messages are sent closer together,
 * within half of the time that it allows.
 */
function withinTolerance(selection: Selection, against: FromDeliveries['against']): Selection {
  const allowed = [...selection.destinations.values()].flatMap(({ settings }) => {
    const { futureMs, pastMs } = profileOf(settings).tolerance;
    return futureMs ?? pastMs ?? [];
  });
  const times = selection.messages.map(({ receivedAt }) => receivedAt);
  const startsAt = times[0] ?? 0;
  const part = Math.min(...allowed) / 2 / ((times.at(-1) ?? startsAt) - startsAt);
  if (against === 'recorded' || allowed.length === 0 || !(part < 1)) return selection;
  const messages = selection.messages.map((message) => {
    const receivedAt = startsAt + Math.floor(part * (message.receivedAt - startsAt));
    const line = { ...message.line, receivedAt: new Date(receivedAt).toISOString() };
    return { ...message, receivedAt, line };
  });
  return { ...selection, messages };
}

export const createFromDeliveries =
  (tools: Tools) =>
  async (request: FromDeliveries): Promise<DeliveriesScenario> => {
    const redaction = knownRedaction(tools.knownSecrets());
    const selected = await readSelection(request, tools, redaction);
    const selection = withinTolerance(selected, request.against);
    const leftOut = [...selection.leftOut].map(([reason, ids]) => ({ reason, ids: [...ids] }));
    if (selection.messages.length === 0)
      throw new AppError(
        'conflict',
        `No delivery can be part of a scenario: ${leftOut.map(({ reason }) => reason).join(', ')}.`,
        {
          fix: 'Select others.',
        },
      );
    const sourceNames = new Map(tools.sources.list().map(({ id, name }) => [id, name]));
    return {
      ...compose({
        selection,
        against: request.against,
        groups: groupsOf(selection, sourceNames),
        variables: createVariables(),
        names: namesOfUrls(selection, tools.mocks.list(), redaction),
        redaction,
      }),
      leftOut,
    };
  };
