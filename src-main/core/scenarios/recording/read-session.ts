/** Reads a session from the journal and the stored messages. */
import { type Filter, isEverything } from '#shared/filter/filter.ts';
import { parseExact } from '#shared/lib/exact-json.ts';
import type { JournalEntry } from '#shared/schemas/journal.ts';
import type { MessageSummary } from '#shared/schemas/message.ts';
import { maxPageLimit } from '#shared/schemas/page.ts';
import { maxRecordedMessages, type RecordScenario } from '#shared/schemas/scenario/recording.ts';
import { fieldError } from '../../app-error.ts';
import type { Audiences } from '../../audiences/audiences.ts';
import type { Traits } from '../../audiences/traits.ts';
import type { Destinations } from '../../config/destinations.ts';
import type { Sources } from '../../config/sources.ts';
import type { Deletions } from '../../deletions/deletions.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../ports.ts';
import type { Reader } from '../../reader.ts';
import type { Receivers } from '../../receivers/receiver-settings.ts';
import type { Store } from '../../store/store.ts';
import { createYielding } from '../../yield-to-event-loop.ts';
import {
  isJsonObject,
  type JsonObject,
  type Session,
  type SessionDelivery,
  type SessionMessage,
} from './session.ts';

export interface SessionTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Pick<Clock, 'now'>;
  readonly machineClock: Pick<Clock, 'now'>;
  readonly journal: Journal;
  readonly sources: Sources;
  readonly destinations: Destinations;
  readonly receivers: Receivers;
  readonly audiences: Audiences;
  readonly traits: Traits;
  readonly deletions: Deletions;
}

/** Converts real time to virtual time, which passes at real speed until the next operation. */
function virtualTime(
  realTime: number,
  entries: readonly JournalEntry[],
  tools: SessionTools,
): number {
  const next = entries.find(({ recordedAt }) => recordedAt >= realTime);
  const before = entries.findLast(({ recordedAt }) => recordedAt < realTime);
  const time =
    next === undefined
      ? tools.clock.now() - (tools.machineClock.now() - realTime)
      : next.at - (next.recordedAt - realTime);
  return Math.max(time, before?.endedAt ?? Number.NEGATIVE_INFINITY);
}

const bodyOf = (text: string): JsonObject => {
  const body = parseExact(text);
  return isJsonObject(body) ? body : {};
};

export interface ReadSession {
  readonly from: number;
  readonly to: number;
  readonly session: Session;
}

export async function readSession(
  { from, to, lastMs, filter }: RecordScenario,
  tools: SessionTools,
): Promise<ReadSession> {
  const { store, reader, clock, machineClock, journal } = tools;
  const yielding = createYielding();
  const all = journal.all();
  const isFiltered = filter !== undefined && !isEverything(filter);
  if (from === undefined && lastMs === undefined && !isFiltered)
    throw fieldError(['from'], 'Specify from, lastMs or filter.');
  const earliest =
    lastMs === undefined ? (from ?? 0) : virtualTime(machineClock.now() - lastMs, all, tools);
  const end = to ?? clock.now();

  async function matchingIds(page: readonly MessageSummary[], pageFilter: Filter) {
    const ids = page.map(({ id }) => id);
    const now = clock.now();
    return new Set(await reader.run('matchingMessages', { filter: pageFilter, ids, now }));
  }
  const summaries: MessageSummary[] = [];
  let duplicates = 0;
  for (let cursor: string | undefined; ; ) {
    const page = store.messages.page(maxPageLimit, cursor);
    const inSpan = page.items.filter(
      ({ receivedAt }) => receivedAt >= earliest && receivedAt <= end,
    );
    const matching = isFiltered ? await matchingIds(inSpan, filter) : null;
    const chosen = matching === null ? inSpan : inSpan.filter(({ id }) => matching.has(id));
    duplicates += chosen.filter(({ outcome }) => outcome === 'duplicate').length;
    summaries.push(...chosen.filter(({ outcome }) => outcome !== 'duplicate'));
    if (summaries.length > maxRecordedMessages)
      throw fieldError(
        ['from'],
        `The span has more than ${maxRecordedMessages.toLocaleString('en')} messages.`,
        'Choose a shorter span, or a filter.',
      );
    const last = page.items.at(-1);
    if (page.nextCursor === null || last === undefined || last.receivedAt < earliest) break;
    cursor = page.nextCursor;
    await yielding();
  }
  summaries.reverse();
  const begin =
    from === undefined && lastMs === undefined ? (summaries[0]?.receivedAt ?? end) : earliest;
  const entries = all.filter(({ at }) => at >= begin && at <= end);

  const messages: SessionMessage[] = [];
  const deliveries: SessionDelivery[] = [];
  for (const { id, sourceId, type, label, receivedAt: at, origin, userId } of summaries) {
    const text = store.messages.detail(id)?.receivedText ?? '{}';
    const isPayload = type === 'payload';
    messages.push({
      ...{ id, sourceId, type, at, userId },
      origin: origin.kind,
      body: isPayload ? {} : bodyOf(text),
      payload: isPayload ? { event: label, text } : null,
    });
    for (const delivery of store.deliveries.byMessage(id))
      deliveries.push({
        id: delivery.id,
        messageId: id,
        destinationId: delivery.destinationId,
        state: delivery.state,
        lastStatus: delivery.lastStatus,
        attempts: store.attempts.byDelivery(delivery.id).map(({ url, startedAt, response }) => ({
          ...{ url, at: startedAt },
          status: response?.status ?? null,
        })),
      });
    await yielding();
  }

  const started = new Set(entries.map(({ resultId }) => resultId));
  const mentioned = JSON.stringify(entries.map(({ input }) => input));
  const isRequested = ({ origin }: MessageSummary): boolean =>
    origin.kind === 'sync'
      ? started.has(origin.id) ||
        started.has(String(store.syncs.get(Number(origin.id))?.jobId ?? ''))
      : origin.kind === 'deletion'
        ? started.has(origin.id) || mentioned.includes(`"${origin.id}"`)
        : true;

  const redact = journal.redactor();
  const redacted = <Value>(value: Value): Value => redact(value) as Value;
  const audiences = tools.audiences.list();
  return {
    ...{ from: begin, to: end },
    session: {
      ...{ entries, messages, deliveries, duplicates, audiences },
      sources: redacted([...tools.sources.list()]),
      destinations: redacted([...tools.destinations.list()]),
      receivers: redacted([...tools.receivers.list()]),
      traits: tools.traits.list(),
      members: new Map(audiences.map(({ id }) => [id, membersOf(id, tools)])),
      resent: new Map(
        entries.flatMap(({ operation, input }) => {
          const id = isJsonObject(input) ? Number(input.deliveryId) : 0;
          return operation === 'resends.send' ? [[id, redacted(resentOf(id, store))]] : [];
        }),
      ),
      deletedUsers: new Map(
        entries.flatMap(({ operation, input, resultId }) => {
          const id = isJsonObject(input) ? (input.deletionId ?? input.id ?? resultId) : null;
          const isDeletion = /^deletions\.(create|start)$|^jobs\.start$/.test(operation);
          return isDeletion && typeof id === 'string' ? [[id, usersOf(id, tools)] as const] : [];
        }),
      ),
      rejected: isFiltered ? 0 : rejectedIn(begin, end, store),
      unrequested: summaries.filter((message) => !isRequested(message)).length,
      cancelPending: store.settings.get().cancelPendingOnDeletion,
    },
  };
}

function resentOf(id: number, store: Store) {
  const { bytes } = store.deliveries.bodyOf(id);
  const [exchange] = store.attempts.lastExchanges(id);
  return {
    body: bytes === null ? '' : Buffer.from(bytes).toString('utf8'),
    headers: exchange?.request.headers ?? [],
  };
}

/** Items of all pages, up to the limit of a recording. */
function allOf<Item>(
  page: (cursor: string | undefined) => {
    readonly items: readonly Item[];
    readonly nextCursor: string | null;
  },
): readonly Item[] {
  const items: Item[] = [];
  for (let cursor: string | undefined; items.length < maxRecordedMessages; ) {
    const { items: next, nextCursor } = page(cursor);
    items.push(...next);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return items;
}

const membersOf = (id: string, { audiences }: SessionTools): readonly string[] =>
  allOf((cursor) =>
    audiences.members.list({ id, show: 'users', limit: maxPageLimit, ...(cursor && { cursor }) }),
  ).map(({ userId }) => userId);

function usersOf(id: string, { deletions }: SessionTools): readonly string[] {
  try {
    return allOf((cursor) =>
      deletions.users.list({ id, limit: maxPageLimit, ...(cursor && { cursor }) }),
    ).map(({ userId }) => userId);
  } catch {
    // It has since been deleted.
    return [];
  }
}

function rejectedIn(from: number, to: number, store: Store): number {
  const times = allOf((cursor) => {
    const { items, nextCursor } = store.rejected.page(maxPageLimit, cursor);
    const isOver = (items.at(-1)?.receivedAt ?? 0) < from;
    return {
      items: items.map(({ receivedAt }) => receivedAt),
      nextCursor: isOver ? null : nextCursor,
    };
  });
  return times.filter((at) => at >= from && at <= to).length;
}
