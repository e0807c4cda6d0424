/** Reads what the selected deliveries sent and got, and what can't be part of a scenario. */

import { AppError } from '#main/kit/app-error.ts';
import { createYielding } from '#main/kit/yield-to-event-loop.ts';
import type { AttemptFacts } from '#main/store/attempts.ts';
import type { Store } from '#main/store/store.ts';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { type DeliverySummary, isFinishedState } from '#shared/deliveries/delivery.ts';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';
import type {
  FromDeliveries,
  LeftOutReason,
  RecordedMessage,
  RecordedPayload,
} from '#shared/scenarios/schema/from-deliveries.ts';
import { bodyDigest } from './recorded-responses.ts';

export interface SelectionTools {
  readonly store: Store;
  readonly sources: { list(): readonly Source[] };
  readonly destinations: { list(): readonly Destination[] };
}

export interface SelectedDelivery {
  readonly id: number;
  readonly destinationId: string;
  readonly state: DeliverySummary['state'];
  readonly reason: DeliverySummary['reason'];
  readonly urls: readonly string[];
  readonly attempts: readonly AttemptFacts[];
  /** Of its body. */
  readonly digest: string;
}

export interface SelectedMessage {
  readonly sourceId: string;
  readonly receivedAt: number;
  readonly line: RecordedMessage | RecordedPayload;
  readonly deliveries: readonly SelectedDelivery[];
}

export interface SelectedDestination {
  readonly settings: Destination;
  readonly urls: readonly string[];
}

export interface Selection {
  /** In the order in which they were received. */
  readonly messages: readonly SelectedMessage[];
  /** By ID; those with deliveries. */
  readonly destinations: ReadonlyMap<string, SelectedDestination>;
  readonly leftOut: ReadonlyMap<LeftOutReason, readonly number[]>;
}

/** As much as a run archive may hold. */
const maxTextLength = 50 * 1_048_576;
const maxAttempts = 1_000;

/** Set for each message that is sent, or by its step. */
const replacedFields = ['messageId', 'sentAt', 'receivedAt', 'originalTimestamp', 'writeKey'];

type Detail = NonNullable<ReturnType<Store['messages']['detail']>>;

function lineOf(detail: Detail): SelectedMessage['line'] {
  const receivedAt = new Date(detail.receivedAt).toISOString();
  if (detail.type === 'payload')
    return {
      ...{ kind: 'hookwright.payload', receivedAt },
      ...{ event: detail.label, body: detail.receivedText },
    };
  const normalized = parseExact(detail.normalizedText);
  const fields = Object.entries(isJsonObject(normalized) ? normalized : {});
  // Normalized, since a batch has fields for all of its messages.
  const message = Object.fromEntries(fields.filter(([name]) => !replacedFields.includes(name)));
  return { kind: 'hookwright.message', receivedAt, message };
}

/** Deliveries that can't be repeated against mock endpoints that respond as recorded. */
function reasonIfRecorded(
  { state }: DeliverySummary,
  attempts: readonly AttemptFacts[],
  isBlocked: boolean,
): LeftOutReason | null {
  if (!isFinishedState(state)) return 'unfinished';
  if (state === 'cancelled') return 'cancelled';
  if (isBlocked) return 'blocked';
  // A command starts a new retry window.
  return attempts.some(({ window }) => window > 0) ? 'retried' : null;
}

/** The URLs of the newest delivery that has any, otherwise the current ones. */
function urlsByDestination(
  deliveries: readonly SelectedDelivery[],
  destinations: ReadonlyMap<string, Destination>,
): ReadonlyMap<string, SelectedDestination> {
  const newest = new Map(
    deliveries.flatMap(({ destinationId, urls }) =>
      urls.length > 0 ? [[destinationId, urls]] : [],
    ),
  );
  const ids = new Set(deliveries.map(({ destinationId }) => destinationId));
  return new Map(
    [...ids].flatMap((id) => {
      const settings = destinations.get(id);
      if (settings === undefined) return [];
      const urls = newest.get(id) ?? webhooksOf(settings).map(({ url }) => url);
      return [[id, { settings, urls }]];
    }),
  );
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((url, index) => url === b[index]);

export async function readSelection(
  { ids, against }: FromDeliveries,
  { store, sources: allSources, destinations: allDestinations }: SelectionTools,
  redaction: Redaction,
): Promise<Selection> {
  const sources = new Map(allSources.list().map((source) => [source.id, source]));
  const destinations = new Map(allDestinations.list().map((one) => [one.id, one]));
  const leftOut = new Map<LeftOutReason, number[]>();
  const leaveOut = (reason: LeftOutReason, id: number): void => {
    const ids = leftOut.get(reason) ?? [];
    ids.push(id);
    leftOut.set(reason, ids);
  };
  const lines = new Map<number, SelectedMessage['line']>();
  let textLength = 0;

  /** Null if the message would put a secret into a file. */
  function lineOfMessage(id: number): SelectedMessage['line'] | null {
    const detail = store.messages.detail(id);
    const known = lines.get(id);
    if (known !== undefined || detail === undefined) return known ?? null;
    const line = lineOf(detail);
    const text = JSON.stringify(line);
    if (redaction.hasKnown(text)) return null;
    textLength += text.length;
    if (textLength > maxTextLength)
      throw new AppError('bad_request', 'The messages of these deliveries are larger than 50 MB.', {
        fix: 'Select fewer.',
      });
    lines.set(id, line);
    return line;
  }

  function select(
    id: number,
  ): (SelectedDelivery & { readonly summary: DeliverySummary }) | LeftOutReason {
    const summary = store.deliveries.summary(id);
    const stored = store.deliveries.get(id);
    if (summary === undefined || stored === undefined) return 'missing';
    const { type, state, reason, destinationId } = summary;
    if (type === 'delete') return 'deletion_notice';
    if (type !== 'payload' && !sources.has(summary.sourceId)) return 'deleted_source';
    if (!destinations.has(destinationId)) return 'deleted_destination';
    const { bytes: body } = store.deliveries.bodyOf(id);
    if (body === null) return 'not_sent';
    const attempts = store.attempts.facts(id, maxAttempts + 1);
    const isBlocked = stored.webhooks.some((webhook) => webhook.state === 'blocked');
    const problem = against === 'server' ? null : reasonIfRecorded(summary, attempts, isBlocked);
    if (problem !== null) return problem;
    if (lineOfMessage(summary.messageRowId) === null) return 'secret_in_message';
    const urls = stored.webhooks.map(({ url }) => url);
    // Only mock endpoints that respond as recorded compare bodies.
    const digest = against === 'recorded' ? bodyDigest(body) : '';
    return { ...{ id, destinationId, state, reason, urls, attempts, digest }, summary };
  }

  const yielding = createYielding();
  const selected: Exclude<ReturnType<typeof select>, LeftOutReason>[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const delivery = select(id);
    if (typeof delivery === 'string') leaveOut(delivery, id);
    else selected.push(delivery);
    if (store.copies.hasCopies(id)) leaveOut('copy', id);
    await yielding();
  }
  const withUrls = urlsByDestination(selected, destinations);
  const kept = selected.filter(({ id, destinationId, urls }) => {
    const expected = withUrls.get(destinationId)?.urls ?? [];
    if (expected.length === 0) leaveOut('no_url', id);
    else if (against === 'recorded' && !isSame(urls, expected)) leaveOut('changed_urls', id);
    else return true;
    return false;
  });
  const byMessage = Map.groupBy(kept, ({ summary }) => summary.messageRowId);
  const messages = [...byMessage].flatMap(([rowId, deliveries]): readonly SelectedMessage[] => {
    const line = lines.get(rowId);
    const sourceId = deliveries[0]?.summary.sourceId;
    if (line === undefined || sourceId === undefined) return [];
    return [{ sourceId, receivedAt: Date.parse(line.receivedAt), line, deliveries }];
  });
  const used = new Set(kept.map(({ destinationId }) => destinationId));
  return {
    messages: messages.toSorted((a, b) => a.receivedAt - b.receivedAt),
    destinations: new Map([...withUrls].filter(([id]) => used.has(id))),
    leftOut,
  };
}
