/** Turns a session into a scenario: involved entities are given, and operations become steps. */
import { isDeepStrictEqual } from 'node:util';
import { NewDestination } from '#shared/schemas/destination.ts';
import type { JournalEntry } from '#shared/schemas/journal.ts';
import { NewReceiver } from '#shared/schemas/receiver.ts';
import type { LeftOutReason, RecordedScenario } from '#shared/schemas/scenario/recording.ts';
import { NewSource } from '#shared/schemas/source.ts';
import {
  type Change,
  changedSettings,
  configurationOf,
  isSetup,
  type Noun,
  nouns,
  openOutage,
  type Settings,
  slug,
  unusedName,
} from './configuration.ts';
import { expectationsOf } from './expectations.ts';
import { type NewStep, stepsOf } from './operations.ts';
import { itemText, type ScenarioParts, withDurations } from './scenario-text.ts';
import { createSecrets, type RecordedVariable } from './secrets.ts';
import { sendsOf } from './sends.ts';
import type { Session, SessionMessage } from './session.ts';

interface TimedStep extends NewStep {
  readonly id: string;
  /** Virtual time. */
  readonly at: number;
  readonly endsAt: number;
}

export interface Recording {
  readonly parts: ScenarioParts;
  readonly steps: RecordedScenario['steps'];
  readonly leftOut: RecordedScenario['leftOut'];
  readonly expectations: readonly string[];
  readonly fixtures: readonly { readonly name: string; readonly text: string }[];
  readonly variables: readonly RecordedVariable[];
  /** Redacted texts of variables without a default. */
  readonly marks: ReadonlyMap<string, string>;
  readonly messages: number;
}

type Item = { readonly message: SessionMessage } | { readonly entry: JournalEntry };

/** Messages and operations in the order in which they happened, even while the clock was paused. */
function inOrder({ messages, entries }: Session): readonly Item[] {
  const items: Item[] = [];
  let next = 0;
  const sent = messages.filter(({ origin }) => origin === 'sdk' || origin === 'send');
  for (const entry of entries) {
    for (; (sent[next]?.id ?? Number.POSITIVE_INFINITY) <= entry.afterMessageId; next += 1)
      items.push({ message: sent[next] as SessionMessage });
    items.push({ entry });
  }
  return [...items, ...sent.slice(next).map((message) => ({ message }))];
}

const defaults: Readonly<Record<Noun, (name: string) => Settings>> = {
  sources: (name) => NewSource.parse({ name }),
  destinations: (name) => NewDestination.parse({ name }),
  receivers: (name) => NewReceiver.parse({ name }),
};

/** Leaves out default settings. */
function given(noun: Noun, name: string, settings: Settings): Settings {
  const defaultSettings = defaults[noun](name);
  const kept = Object.entries(settings).filter(
    ([key, value]) =>
      key !== 'name' &&
      !(noun === 'sources' && key === 'writeKey') &&
      !isDeepStrictEqual(value, defaultSettings[key]) &&
      !(Array.isArray(value) && value.length === 0),
  );
  return { name, ...Object.fromEntries(kept) };
}

const listed = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const receiversIn = (settings: Settings): readonly string[] =>
  Array.isArray(settings.webhooks)
    ? settings.webhooks.map((webhook: { readonly receiver: string }) => webhook.receiver)
    : [];

export function journalToSteps(name: string, session: Session): Recording {
  const configuration = configurationOf(session);
  const items = inOrder(session);
  const start = items.findIndex((item) => 'message' in item || isAction(item.entry));
  const startItem = items[start];
  const startsAt =
    startItem === undefined
      ? 0
      : 'message' in startItem
        ? startItem.message.at
        : startItem.entry.at;
  const secrets = createSecrets();
  const leftOut = new Map<string, RecordedScenario['leftOut'][number]>();
  const leaveOut = (operation: string, reason: LeftOutReason, count = 1): void => {
    const key = `${operation} ${reason}`;
    leftOut.set(key, { operation, reason, count: (leftOut.get(key)?.count ?? 0) + count });
  };

  // Settings at the start, and later changes.
  const later = items
    .slice(start === -1 ? items.length : start)
    .flatMap((item) => ('entry' in item ? [item.entry] : []));
  const setups = later.filter(isSetup);
  const changes = new Map(setups.map((entry) => [entry, configuration.changesOf(entry)]));
  const initial: Record<Noun, Map<string, Settings>> = {
    sources: new Map(configuration.current('sources')),
    destinations: new Map(configuration.current('destinations')),
    receivers: new Map(configuration.current('receivers')),
  };
  for (const change of [...changes.values()].flat().reverse())
    initial[change.noun].set(
      change.name,
      change.kind === 'created' ? created(change) : change.before,
    );

  const sourceIds = new Set(session.messages.map(({ sourceId }) => sourceId));
  const changed = (noun: Noun): readonly string[] =>
    [...changes.values()].flat().flatMap((change) => (change.noun === noun ? [change.name] : []));
  const computations = [...session.audiences, ...session.traits].filter(({ id }) =>
    later.some(({ operation, input, resultId }) =>
      /^(audiences|traits)\.|^jobs\.start$/.test(operation)
        ? resultId === id || JSON.stringify(input).includes(id)
        : false,
    ),
  );
  const sourceNames = new Set([
    ...[...sourceIds, ...computations.map(({ sourceId }) => sourceId)].flatMap(
      (id) => configuration.nameOf('sources', id) ?? [],
    ),
    ...changed('sources'),
  ]);
  const connected = [...initial.destinations].filter(([, settings]) =>
    listed(settings.sources).some((source) => sourceNames.has(source)),
  );
  const payloads = new Set(
    session.messages.flatMap(({ id, payload }) => (payload === null ? [] : [id])),
  );
  const destinationNames = new Set([
    ...connected.map(([destination]) => destination),
    ...session.deliveries
      .filter(({ messageId }) => payloads.has(messageId))
      .flatMap(({ destinationId }) => configuration.nameOf('destinations', destinationId) ?? []),
    ...changed('destinations'),
  ]);
  const everySettings = [
    ...[...initial.destinations].flatMap(([destination, settings]) =>
      destinationNames.has(destination) ? [settings] : [],
    ),
    ...[...changes.values()]
      .flat()
      .flatMap(({ noun, after }) => (noun === 'destinations' ? [after] : [])),
  ];
  for (const settings of everySettings)
    for (const source of listed(settings.sources))
      if (initial.sources.has(source)) sourceNames.add(source);
  const receiverNames = new Set([
    ...everySettings.flatMap(receiversIn).filter((receiver) => initial.receivers.has(receiver)),
    ...changed('receivers'),
  ]);

  // Secrets that the user's own servers check become variables.
  const isOwn = (receiver: string): boolean =>
    [...configuration.externals.values()].includes(receiver) ||
    (initial.receivers.get(receiver)?.forward ?? null) !== null;
  for (const settings of everySettings)
    if (receiversIn(settings).some(isOwn)) secrets.declare(slug(String(settings.name)), settings);

  const steps: TimedStep[] = [];
  const fixtures: { readonly name: string; readonly text: string }[] = [];
  const names = new Map<number, string>();
  const ids = new Set<string>();
  const idFor = (title: string): string => {
    const id = unusedName(title, (candidate) => ids.has(candidate));
    ids.add(id);
    return id;
  };
  let floor = startsAt;
  let waiting: SessionMessage[] = [];

  function addStep(step: NewStep, at: number, id = idFor(step.action)): void {
    const stepAt = Math.max(at, floor);
    // A millisecond apart, so that the effects of a step come before the next.
    floor = stepAt + 1;
    steps.push({ ...step, id, at: stepAt, endsAt: stepAt });
  }
  function flush(): void {
    const sends = sendsOf(waiting, {
      idFor,
      sourceName: (id) => configuration.nameOf('sources', id) ?? id,
      fixtureName: (id) => `fixtures/${slug(name)}-${id}.jsonl`,
    });
    waiting = [];
    let end = floor;
    for (const { id, at, endsAt, input, fixture, messages } of sends) {
      const stepAt = Math.max(at, floor);
      steps.push({ action: 'send', input, id, at: stepAt, endsAt: stepAt + endsAt - at });
      end = Math.max(end, stepAt + endsAt - at + 1);
      if (fixture !== null) fixtures.push(fixture);
      messages.forEach((message, index) => {
        names.set(message.id, `${id}-${index + 1}`);
      });
    }
    floor = end;
  }

  function addPayload(
    { id, at }: SessionMessage,
    { event, text }: NonNullable<SessionMessage['payload']>,
  ): void {
    flush();
    const delivery = session.deliveries.find(({ messageId }) => messageId === id);
    const destination = delivery && configuration.nameOf('destinations', delivery.destinationId);
    if (destination == null) {
      leaveOut('send.now', 'deleted_item');
      return;
    }
    const stepId = idFor('payload');
    addStep({ action: 'payload', input: { destination, event, body: text } }, at, stepId);
    names.set(id, `${stepId}-1`);
  }

  function addChange(change: Change): void {
    const { noun, kind, after, entry } = change;
    const noStep = (): void => leaveOut(entry.operation, 'no_step');
    if (kind === 'removed' || kind === 'other') {
      noStep();
      return;
    }
    const open = noun === 'receivers' ? openOutage(after, entry.at) : null;
    if (kind === 'created') {
      if (noun === 'destinations' && listed(after.sources).length > 0)
        addStep(
          { action: 'destination', input: { name: change.name, sources: after.sources } },
          entry.at,
        );
      if (noun === 'receivers' && open !== null) addStep(outageStep(change.name, open), entry.at);
      return;
    }
    const { outage, ...patch } = changedSettings(change);
    if (outage != null && open !== null) addStep(outageStep(change.name, open), entry.at);
    else if (outage !== undefined)
      addStep({ action: 'receiver', input: { name: change.name, outage } }, entry.at);
    if (Object.keys(patch).length > 0)
      addStep({ action: noun.slice(0, -1), input: { name: change.name, ...patch } }, entry.at);
    else if (outage === undefined) noStep();
  }

  const beforeStart = start === -1 ? items : items.slice(0, start);
  for (const item of beforeStart)
    if ('entry' in item && !isSetup(item.entry)) {
      const translation = stepsOf(item.entry, { session, configuration, messageName: () => null });
      if ('leftOut' in translation) leaveOut(item.entry.operation, translation.leftOut);
    }
  for (const receiver of receiverNames) {
    const open = openOutage(initial.receivers.get(receiver) ?? {}, startsAt);
    if (open !== null) addStep(outageStep(receiver, open), startsAt);
  }
  for (const item of items.slice(start === -1 ? items.length : start)) {
    if ('message' in item) {
      if (item.message.payload === null) waiting.push(item.message);
      else addPayload(item.message, item.message.payload);
      continue;
    }
    const { entry } = item;
    if (isSetup(entry)) {
      if (entry.isInputCut) leaveOut(entry.operation, 'too_long');
      flush();
      for (const change of changes.get(entry) ?? []) addChange(change);
      continue;
    }
    // Operations that send messages or have no effect don't divide runs of messages.
    if (isAction(entry)) flush();
    const translation = stepsOf(entry, {
      session,
      configuration,
      messageName: (id) => names.get(id) ?? null,
    });
    if ('leftOut' in translation) leaveOut(entry.operation, translation.leftOut);
    else for (const step of translation.steps) addStep(step, entry.at);
  }
  flush();
  if (session.duplicates > 0) leaveOut('messages', 'duplicate', session.duplicates);
  if (session.rejected > 0) leaveOut('messages', 'rejected', session.rejected);
  if (session.unrequested > 0) leaveOut('messages', 'unrequested', session.unrequested);

  function created({ noun, after }: Change): Settings {
    return noun === 'destinations' ? { ...after, sources: [] } : after;
  }

  const itemsOf = (noun: Noun, included: ReadonlySet<string>): readonly Settings[] =>
    [...initial[noun]]
      .filter(([itemName]) => included.has(itemName))
      .map(([itemName, settings]) => {
        const isWindow = noun === 'receivers' && openOutage(settings, 0) !== null;
        return given(noun, itemName, isWindow ? { ...settings, outage: null } : settings);
      });
  const isNewComputation = (id: string): boolean =>
    session.entries.some(({ resultId }) => resultId === id);
  const computationItems = (list: Session['audiences']): readonly Settings[] =>
    list
      .filter((computation) => computations.includes(computation))
      .map(({ id, name: computation, sourceId }) => {
        const source = configuration.nameOf('sources', sourceId) ?? '';
        const members = isNewComputation(id) ? [] : (session.members.get(id) ?? []);
        if (!isNewComputation(id)) leaveOut(`members of ${computation}`, 'members_before');
        return { name: computation, source, ...(members.length > 0 && { members }) };
      });

  const stepItems = timed(steps, startsAt).map((step) => secrets.replaced(step));
  const used = new Set(everySettings.flatMap(receiversIn));
  const externals = [...configuration.externals]
    .filter(([, external]) => used.has(external))
    .map(([url, external]) => ({
      name: external,
      url: secrets.url(external, url),
    }));
  const everything = {
    sources: itemsOf('sources', sourceNames),
    receivers: itemsOf('receivers', receiverNames),
    external: externals,
    destinations: itemsOf('destinations', destinationNames),
    audiences: computationItems(session.audiences),
    traits: computationItems(session.traits),
  };
  const givenItems = secrets.replaced(everything) as ScenarioParts['given'];
  const hasDaily = /"from":"\d\d:\d\d"/.test(JSON.stringify([givenItems, stepItems]));
  const span = (steps.at(-1)?.endsAt ?? startsAt) - startsAt;
  const horizonH = Math.ceil(span / 3_600_000) + 12;
  const texts = stepItems.map(itemText);
  return {
    parts: {
      name,
      clock: {
        ...(hasDaily && { start: new Date(startsAt).toISOString() }),
        ...(horizonH > 24 && { horizon: `${horizonH}h` }),
      },
      variables: Object.fromEntries(
        secrets.variables.map((variable) => [
          variable.name,
          {
            env: variable.env,
            ...(variable.default === null ? { secret: true } : { default: variable.default }),
          },
        ]),
      ),
      given: nounsFirst(givenItems),
      steps: texts,
    },
    steps: steps.map(({ id, action, at }, index) => ({
      ...{ id, action },
      atMs: at - startsAt,
      text: texts[index] ?? '',
    })),
    leftOut: [...leftOut.values()],
    expectations: expectationsOf(session, configuration).map(itemText),
    fixtures,
    variables: secrets.variables,
    marks: secrets.marks,
    messages: names.size,
  };
}

const nounsFirst = (items: ScenarioParts['given']): ScenarioParts['given'] =>
  Object.fromEntries(
    Object.entries(items).toSorted(([a], [b]) => Number(!isNoun(a)) - Number(!isNoun(b))),
  );
const isNoun = (name: string): boolean => nouns.some((noun) => noun === name);

/** Operations that take no step, or are part of another one. */
const passiveOperations = new Set([
  'clock.set',
  'clock.setFastForwardSpeed',
  'send.now',
  'send.follow',
  'send.cancel',
  'audiences.create',
  'traits.create',
  'settings.update',
]);

/** Whether the operation does more than change settings. */
const isAction = (entry: JournalEntry): boolean =>
  !isSetup(entry) &&
  !passiveOperations.has(entry.operation) &&
  !/^(savedFilters|certificateAuthorities)\./.test(entry.operation);

function outageStep(
  receiver: string,
  { forMs, outage }: NonNullable<ReturnType<typeof openOutage>>,
): NewStep {
  const { status, fault } = outage;
  return {
    action: 'outage',
    input: { receiver, forMs, ...(fault === 'none' ? { status } : { fault }) },
  };
}

/** Offsets from the start; after a step that waits until all is settled, from the end of the step before. */
function timed(steps: readonly TimedStep[], startsAt: number): readonly object[] {
  let before: TimedStep | null = null;
  let isAfterSettle = false;
  return steps.map((step) => {
    const { id, action, input, at } = step;
    const gapMs =
      before === null || before.action === 'settle' ? 0 : Math.max(0, at - before.endsAt);
    const time = isAfterSettle ? (gapMs > 0 ? { afterMs: gapMs } : {}) : { atMs: at - startsAt };
    before = step;
    if (action === 'settle') isAfterSettle = true;
    return withDurations({ id, ...time, [action]: withDurations(input) });
  });
}
