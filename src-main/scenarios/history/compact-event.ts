/**
 * Shares what events have in common. They arrive from other processes and from SQLite, each with
 * copies of the same names, header lines and bodies, which are most of the memory of a large run.
 */
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { EventOf, HistoryEvent } from '#shared/scenarios/schema/history.ts';

/** Longer values, such as signatures, hardly repeat. */
const maxSharedLength = 100;
/** Beyond this, values differ from event to event. */
const maxShared = 10_000;

type Line = HeaderLines[number];

interface Known {
  readonly event: EventOf<'message'>;
  readonly requests: readonly { readonly event: EventOf<'request'> }[];
}

/** `knownOf` is an earlier message. */
export function createCompactor(knownOf: (messageId: string) => Known | undefined) {
  const texts = new Map<string, string>();
  const lines = new Map<string, Line>();

  function shared<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    const known = texts.get(text);
    if (known !== undefined) return known as Text;
    if (texts.size < maxShared) texts.set(text, text);
    return text;
  }

  function sharedLine(line: Line): Line {
    const [name, value] = line;
    if (value.length > maxSharedLength || /^x-signature$/i.test(name)) return [shared(name), value];
    const key = `${name}\n${value}`;
    const known = lines.get(key);
    if (known !== undefined) return known;
    if (lines.size < maxShared) lines.set(key, line);
    return line;
  }

  const isSame = (a: HeaderLines, b: HeaderLines): boolean =>
    a.length === b.length &&
    a.every(([name, value], index) => name === b[index]?.[0] && value === b[index]?.[1]);

  /** `like`: those of the request, which its attempt repeats. */
  const sharedHeaders = (headers: HeaderLines, like: HeaderLines = []): HeaderLines =>
    isSame(headers, like) ? like : headers.map(sharedLine);

  return (event: HistoryEvent): HistoryEvent => {
    switch (event.kind) {
      case 'delivery': {
        const messageId = knownOf(event.messageId)?.event.messageId ?? event.messageId;
        return { ...event, messageId, destination: shared(event.destination) };
      }
      case 'attempt': {
        const known = knownOf(event.messageId);
        return {
          ...event,
          messageId: known?.event.messageId ?? event.messageId,
          destination: shared(event.destination),
          webhook: shared(event.webhook),
          code: shared(event.code),
          ...(event.responseLine !== undefined && { responseLine: shared(event.responseLine) }),
          headers: sharedHeaders(event.headers, known?.requests.at(-1)?.event.headers),
        };
      }
      case 'request': {
        const message = event.messageId === null ? undefined : knownOf(event.messageId)?.event;
        return {
          ...event,
          mock: shared(event.mock),
          messageId: message?.messageId ?? event.messageId,
          destination: shared(event.destination),
          method: shared(event.method),
          path: shared(event.path),
          headers: sharedHeaders(event.headers),
          body: message?.body === event.body ? message.body : event.body,
        };
      }
      case 'message':
        return { ...event, source: shared(event.source), event: shared(event.event) };
      default:
        return event;
    }
  };
}
