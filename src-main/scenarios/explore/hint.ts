/** Why a scenario may fail without disturbances. */
import { messageIdPlaceholder } from '#shared/certification/message-url.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { FailedExpectation, FindingHint } from '#shared/scenarios/schema/exploration.ts';
import type { HistoryIndex, RequestRecord } from '../history/history-index.ts';

type Destination = Scenario['given']['destinations'][number];

/** `payloadShape` changes the body of every message except deletions and payloads. */
const hasShape = ({ message }: RequestRecord): boolean =>
  message !== null && message.event.type !== 'delete' && message.event.type !== 'payload';

function lacksMessageId({ event }: RequestRecord, messageId: string): boolean {
  if (event.bodyIsBase64) return false;
  const texts = [event.body, ...event.headers.map(([, value]) => value)];
  return texts.every((text) => !text.includes(messageId));
}

/** Null if there is no likely cause. Requests must contain the message ID if a lookup is by it. */
export function hintOf(
  failures: readonly FailedExpectation[],
  { requests }: HistoryIndex,
  {
    mock,
    destination,
    lookUp = '',
  }: {
    readonly mock: string;
    readonly destination: Destination | undefined;
    /** Of the server. */
    readonly lookUp: string | undefined;
  },
): FindingHint | null {
  if (destination?.payloadShape !== 'documented' || !lookUp.includes(messageIdPlaceholder))
    return null;
  const isLikely = failures.some(({ messageId, processed }) => {
    if (messageId === null || processed !== 0) return false;
    const received = requests.filter(
      ({ event }) => event.mock === mock && event.messageId === messageId,
    );
    return (
      received.length > 0 &&
      received.every((request) => hasShape(request) && lacksMessageId(request, messageId))
    );
  });
  return isLikely ? 'no_message_id' : null;
}
