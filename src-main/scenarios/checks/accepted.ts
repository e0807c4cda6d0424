/** Every message that got a 200 has a delivery for each connected destination. */
import { formatOffset } from '#shared/kit/duration.ts';
import { failedAt, type Outcome, passedAt } from '../expect/outcome.ts';
import { countText } from '../expect/report-text.ts';
import type { HistoryIndex, MessageRecord } from '../history/history-index.ts';
import type { Connection, EngineObservations, RunFacts } from '../run-facts.ts';

interface Missing {
  readonly messageId: string;
  readonly at: number;
  readonly what: string;
  readonly message: MessageRecord | null;
}

/** At the moment of a change, both before and after are right. */
const isConnected = ({ source, from, until }: Connection, message: MessageRecord): boolean =>
  source === message.event.source &&
  (from === 0 || message.event.at > from) &&
  (until === null || message.event.at < until);

function missingOf(message: MessageRecord, connections: readonly Connection[]): Missing | null {
  // A payload has one destination, whatever its source is connected to.
  if (message.event.type === 'payload') return null;
  const has = new Set(message.deliveries.map(({ destination }) => destination));
  const missing = connections.find(
    (connection) => isConnected(connection, message) && !has.has(connection.destination),
  );
  if (missing === undefined) return null;
  const { messageId, at } = message.event;
  return { messageId, at, what: `no delivery to ${missing.destination}`, message };
}

export function checkAccepted(
  history: HistoryIndex,
  facts: RunFacts,
  { accepted, connections }: EngineObservations,
): Outcome {
  const forgotten = accepted
    .filter(({ messageId }) => !history.messages.has(messageId))
    .map(({ messageId, at }) => ({
      messageId,
      at,
      what: 'the message is not stored',
      message: null,
    }));
  const incomplete = [...history.messages.values()].flatMap(
    (message) => missingOf(message, connections) ?? [],
  );
  const missing: readonly Missing[] = [...forgotten, ...incomplete];
  const [first] = missing;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(facts.now, {
    expected: 'a delivery of each accepted message for each connected destination',
    found: `${countText(missing.length, 'message')} without one; the first is ${first.messageId} (${formatOffset(first.at)}): ${first.what}`,
    about: first.message,
  });
}
