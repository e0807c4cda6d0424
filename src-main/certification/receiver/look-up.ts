/** Asks the receiver how many times a message was processed. */
import type { SendTools } from '#main/kit/http-client/connector.ts';
import { createRequester, type Requester } from '#main/kit/http-client/requester.ts';
import { createSideEffects } from '#main/kit/side-effects.ts';
import { messageUrl, type SentMessage } from '#shared/certification/message-url.ts';

/** Same as the response timeout of the receiver. */
const timeoutMs = 5_000;

/** Many receivers respond first and process the message afterwards, at least so much later for the second copy. */
const leastMs = 1_000;

/** Maximum time from the response until the message is processed: other checks may have filled a queue before. */
export const maxProcessingMs = 60_000;

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

/**
 * Returns the count, or a message explaining why there is none. Repeats while there is less than expected, and then until
 * another message would have been processed, too.
 */
export async function lookUpCount(
  url: string,
  message: SentMessage,
  tools: SendTools,
  expected: number,
): Promise<number | string> {
  const lookup = messageUrl(url, message);
  if ('missing' in lookup)
    return `The message has no ${lookup.missing} that can be part of the lookup URL.`;
  const requester = createRequester(tools);
  try {
    const [count = 0] = await createSideEffects({ leastMs, slowestMs: 0 }).readAll(
      [lookup.url],
      {
        server: lookup.url,
        read: (asked) => requestCount(asked, requester),
        isExpected: (found) => found === expected,
        isFinal: (found) => typeof found === 'string' || found > expected,
        stateOf: (found) => found,
      },
      AbortSignal.timeout(maxProcessingMs),
    );
    return count;
  } finally {
    await requester.close();
  }
}
