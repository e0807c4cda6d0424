/** Turns single operations into steps. */
import { parseFilter, parseSubjectFilter } from '#shared/filter/parse.ts';
import { printFilter, valueText } from '#shared/filter/print.ts';
import type { JournalEntry } from '#shared/schemas/journal.ts';
import type { LeftOutReason } from '#shared/schemas/scenario/recording.ts';
import type { SessionConfiguration } from './configuration.ts';
import { isJsonObject, type JsonObject, type Session } from './session.ts';

export interface NewStep {
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type Translation =
  | { readonly steps: readonly NewStep[] }
  | { readonly leftOut: LeftOutReason };

interface Tools {
  readonly session: Session;
  readonly configuration: SessionConfiguration;
  /** Such as `orders-5`; null if the message is not part of the session. */
  readonly messageName: (rowId: number) => string | null;
}

const leftOut = (reason: LeftOutReason): Translation => ({ leftOut: reason });
const oneStep = (action: string, input: NewStep['input']): Translation => ({
  steps: [{ action, input }],
});
const isText = (value: unknown): value is string => typeof value === 'string';

/** A filter that finds one delivery again. */
function filterOfDelivery(id: unknown, { session, configuration, messageName }: Tools) {
  const delivery = session.deliveries.find((candidate) => candidate.id === Number(id));
  const message = delivery && messageName(delivery.messageId);
  const destination = delivery && configuration.nameOf('destinations', delivery.destinationId);
  return message == null || destination == null
    ? null
    : `message:${message} destination=${valueText(destination)}`;
}

/** The filter of a job in the language of scenarios; null if it has terms that scenarios lack. */
function filterOfJob(input: JsonObject, { configuration }: Tools): string | null {
  const destination = configuration.nameOf('destinations', input.destinationId);
  const given = parseFilter(isText(input.filter) ? input.filter : '');
  if (!given.ok || (input.destinationId !== undefined && destination === null)) return null;
  const own = printFilter(given.filter);
  const text = [
    isText(input.state) ? `state:${input.state}` : '',
    destination === null ? '' : `destination=${valueText(destination)}`,
    given.filter.kind === 'or' ? `(${own})` : own,
  ]
    .filter((part) => part !== '')
    .join(' ');
  // Times differ in a run.
  const isMoment = /\b(created|attempted|age)[<>]/.test(text);
  return !isMoment && parseSubjectFilter(text, 'deliveries').ok ? text : null;
}

function resendStep(input: JsonObject, tools: Tools): Translation {
  const filter = filterOfDelivery(input.deliveryId, tools);
  if (filter === null) return leftOut('not_in_span');
  const delivery = tools.session.deliveries.find(({ id }) => id === Number(input.deliveryId));
  const sent = tools.session.resent.get(Number(input.deliveryId));
  const urls = new Set(delivery?.attempts.map(({ url }) => url));
  const lines = new Set(sent?.headers.map((line) => JSON.stringify(line)));
  const headers = Array.isArray(input.headers)
    ? input.headers.filter((line) => !lines.has(JSON.stringify(line)))
    : [];
  const isEdited = isText(input.url) && !urls.has(input.url);
  if (isEdited || isText(input.secret) || headers.length > 0) return leftOut('edited_request');
  return oneStep('resend', {
    filter,
    ...(isText(input.signing) && input.signing !== 'valid' && { signing: input.signing }),
    ...(isText(input.body) && input.body !== sent?.body && { body: input.body }),
  });
}

const listed = (userIds: unknown): readonly string[] =>
  Array.isArray(userIds) ? userIds.filter(isText) : [];

function computationNames({ audiences, traits, entries }: Session) {
  const created = entries.flatMap(({ operation, resultId, input }) =>
    /^(audiences|traits)\.create$/.test(operation) && isJsonObject(input)
      ? [
          {
            id: resultId,
            name: String(input.name),
            kind: operation.startsWith('a') ? 'audience' : 'trait',
          },
        ]
      : [],
  );
  return [
    ...audiences.map(({ id, name }) => ({ id, name, kind: 'audience' })),
    ...traits.map(({ id, name }) => ({ id, name, kind: 'trait' })),
    ...created,
  ];
}

function syncStep(id: unknown, perSecond: unknown, session: Session): Translation {
  const computation = computationNames(session).find((candidate) => candidate.id === id);
  if (computation === undefined) return leftOut('deleted_item');
  return oneStep('sync', {
    [computation.kind]: computation.name,
    ...(typeof perSecond === 'number' && { perSecond }),
  });
}

function membersStep(operation: string, input: JsonObject, session: Session): Translation {
  const computation = computationNames(session).find((candidate) => candidate.id === input.id);
  if (computation === undefined) return leftOut('deleted_item');
  const { name } = computation;
  const command = operation.slice(operation.lastIndexOf('.') + 1);
  const generated = {
    generate: input.count,
    ...(isText(input.pattern) && { pattern: input.pattern }),
  };
  switch (`${computation.kind}.${command}`) {
    case 'audience.add':
    case 'audience.remove':
    case 'audience.replace':
      return oneStep('members', { audience: name, [command]: listed(input.userIds) });
    case 'audience.generate':
      return oneStep('members', { audience: name, add: generated });
    case 'audience.churn':
      return oneStep('churn', {
        audience: name,
        ...(typeof input.percent === 'number' && { percent: input.percent }),
        ...(isText(input.pattern) && { pattern: input.pattern }),
      });
    case 'trait.set': {
      const values = Array.isArray(input.values) ? input.values.filter(isJsonObject) : [];
      const users = Object.fromEntries(
        values.map(({ userId, value }) => [String(userId), value ?? null]),
      );
      return oneStep('members', { trait: name, add: { users } });
    }
    case 'trait.remove':
      return oneStep('members', { trait: name, remove: listed(input.userIds) });
    case 'trait.generate':
      return oneStep('members', { trait: name, add: { ...generated, value: input.value } });
    default:
      return leftOut('no_step');
  }
}

function deletionStep(id: unknown, { deletedUsers, cancelPending }: Session): Translation {
  const users = deletedUsers.get(String(id)) ?? [];
  return users.length === 0
    ? leftOut('deleted_item')
    : oneStep('delete', { users, ...(cancelPending && { cancelPending }) });
}

function jobStep(input: JsonObject, tools: Tools): Translation {
  const { kind } = input;
  if (kind === 'sync') return syncStep(input.computationId, input.perSecond, tools.session);
  if (kind === 'deletion_request') return deletionStep(input.deletionId, tools.session);
  if (kind !== 'retry' && kind !== 'resend' && kind !== 'cancel') return leftOut('no_step');
  const filter = filterOfJob(input, tools);
  if (filter === null) return leftOut('filter');
  const isPaced = kind === 'resend' && typeof input.perSecond === 'number';
  return oneStep(kind, { filter, ...(isPaced && { perSecond: input.perSecond }) });
}

/** Steps for an operation that doesn't change settings; none if messages or offsets represent it. */
export function stepsOf(entry: JournalEntry, tools: Tools): Translation {
  const { operation, at, endedAt } = entry;
  const { session, configuration } = tools;
  if (entry.isInputCut) return leftOut('too_long');
  const input = isJsonObject(entry.input) ? entry.input : {};
  if (/\.(members|values)\./.test(operation)) return membersStep(operation, input, session);
  switch (operation) {
    case 'send.now':
    case 'send.follow':
    case 'send.cancel':
    case 'audiences.create':
    case 'traits.create':
      return { steps: [] };
    case 'deliveries.retry':
    case 'deliveries.cancel': {
      const filter = filterOfDelivery(input.id, tools);
      const action = operation.slice('deliveries.'.length);
      return filter === null ? leftOut('not_in_span') : oneStep(action, { filter });
    }
    case 'resends.send':
      return resendStep(input, tools);
    case 'jobs.start':
      return jobStep(input, tools);
    case 'audiences.syncs.start':
    case 'traits.syncs.start': {
      const id = isJsonObject(input.params) ? input.params.id : input.id;
      const body = isJsonObject(input.body) ? input.body : {};
      return syncStep(id, body.perSecond, session);
    }
    case 'deletions.create':
      return input.draft === true ? { steps: [] } : deletionStep(entry.resultId, session);
    case 'deletions.start':
      return deletionStep(input.id, session);
    case 'deletions.users.add':
    case 'deletions.users.remove':
      return { steps: [] };
    case 'clock.fastForwardUntilSettled': {
      const ofDelivery = session.deliveries.find(({ id }) => id === Number(input.deliveryId));
      const destination = configuration.nameOf(
        'destinations',
        input.destinationId ?? ofDelivery?.destinationId,
      );
      return oneStep('settle', destination === null ? {} : { destination });
    }
    case 'clock.fastForwardToNextAttempt':
      return endedAt > at ? oneStep('wait', { forMs: endedAt - at }) : { steps: [] };
    case 'clock.set':
    case 'clock.setFastForwardSpeed':
      return leftOut('clock_speed');
    default:
      return leftOut('no_step');
  }
}
