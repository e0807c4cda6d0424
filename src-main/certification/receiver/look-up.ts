/** Asks the receiver how many times a message was processed. */
import type { SendTools } from '#main/kit/http-client/connector.ts';
import { createRequester, type Requester } from '#main/kit/http-client/requester.ts';
import { createSideEffects } from '#main/kit/side-effects.ts';
import { messageUrl, type SentMessage } from '#shared/certification/message-url.ts';

/** Same as the response timeout of the receiver. */
const timeoutMs = 5_000;

/** Many receivers respond first and process the message afterwards, at least so much later for the second copy. */
const leastMs = 1_000;

/** Maximum time from the response until the message is processed, if nothing else is known. */
const maxProcessingMs = 60_000;

/** The same if the receiver is known to be slow, and may still be processing earlier messages. */
const maxQueuedMs = 600_000;

/** Allows for a machine that slows down. */
const queueFactor = 2;

const maxBytes = 65_536;

/** How often a message was processed, in a lookup's response: a number, a list, or an object with `count`. */
export function processedCount(text: string): number | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return value.length;
    const count = typeof value === 'object' && value !== null && 'count' in value && value.count;
    return typeof count === 'number' ? count : null;
  } catch {
    return null;
  }
}

async function requestCount(url: string, requester: Requester): Promise<number | string> {
  try {
    const response = await requester.request(url, {
      method: 'GET',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response.body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) return 'The lookup URL returned more than 64 KB.';
    }
    if (response.statusCode !== 200) return `The lookup URL returned ${response.statusCode}.`;
    return (
      processedCount(Buffer.concat(chunks).toString('utf8')) ??
      'The lookup URL must return a number, a list or an object with a count.'
    );
  } catch (error) {
    return `The lookup request failed: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** How often a message was processed, or why that is not known. */
type Count = number | string;

/**
 * Looks up messages of one receiver, which takes similarly long to process each of them. `messagesBefore` returns how many
 * it has accepted.
 */
export function createLookUp(
  url: string,
  {
    messagesBefore,
    signal,
    ...tools
  }: SendTools & {
    readonly messagesBefore: () => number;
    /** Ends all waiting. */
    readonly signal: AbortSignal | undefined;
  },
) {
  /** Of the slowest message that was processed; null until one was. */
  let slowestMs: number | null = null;

  async function read(
    message: SentMessage,
    { isExpected, isFinal }: Record<'isExpected' | 'isFinal', (count: Count) => boolean>,
    limitMs: number,
  ): Promise<{ readonly count: Count; readonly tookMs: number }> {
    const lookup = messageUrl(url, message);
    if ('missing' in lookup) {
      const count = `The message has no ${lookup.missing} that can be part of the lookup URL.`;
      return { count, tookMs: 0 };
    }
    const requester = createRequester(tools);
    let tookMs = 0;
    const sideEffects = createSideEffects({
      leastMs,
      slowestMs: slowestMs ?? 0,
      onSlower(ms) {
        tookMs = ms;
      },
    });
    try {
      const [count = 0] = await sideEffects.readAll<string, Count>(
        [lookup.url],
        {
          server: lookup.url,
          read: (asked) => requestCount(asked, requester),
          ...{ isExpected, isFinal, stateOf: (found: Count) => found },
        },
        AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]),
      );
      return { count, tookMs };
    } finally {
      await requester.close();
    }
  }

  /** Earlier messages may be processed one after the other. */
  const limitMs = (): number =>
    Math.min(
      maxQueuedMs,
      Math.max(maxProcessingMs, Math.ceil(queueFactor * (slowestMs ?? 0) * messagesBefore())),
    );

  const isProcessed = (count: Count): boolean => typeof count === 'number' && count > 0;
  const processing = {
    isExpected: isProcessed,
    isFinal: (count: Count) => typeof count === 'string' || isProcessed(count),
  };

  return {
    limitMs,
    /** Learns how long the receiver takes for a message when it has nothing else to do. Returns whether it processed it. */
    async learn(message: SentMessage): Promise<boolean> {
      const { count, tookMs } = await read(message, processing, maxProcessingMs);
      if (!isProcessed(count)) return false;
      slowestMs = Math.max(slowestMs ?? 0, tookMs);
      return true;
    },
    /** Whether the receiver processed any message that it learned from. */
    hasLearned: (): boolean => slowestMs !== null,
    /** Waits until a message is processed, and so those before it. */
    async untilProcessed(message: SentMessage): Promise<void> {
      await read(message, processing, limitMs());
    },
    /** Repeats while the count is too low, and then until another message would have been processed, too. */
    async count(message: SentMessage, expected: number): Promise<Count> {
      const { count } = await read(
        message,
        {
          isExpected: (found) => found === expected,
          isFinal: (found) => typeof found === 'string' || found > expected,
        },
        limitMs(),
      );
      return count;
    },
  };
}

export type LookUp = ReturnType<typeof createLookUp>;
