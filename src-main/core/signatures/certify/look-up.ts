/** Asks the receiver's side how often a message was processed. */
import { request } from 'undici';
import { messageIdPlace } from '#shared/schemas/certification.ts';

/** As long as the receiver itself has for an answer. */
const timeOutMs = 5_000;
const mostBytes = 65_536;

/** A number, the length of a list, or `count` of an object. */
function countIn(text: string): number | null {
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

/** The count, or a sentence that says why there is none. */
export async function lookUp(url: string, messageId: string): Promise<number | string> {
  try {
    const answer = await request(url.replaceAll(messageIdPlace, encodeURIComponent(messageId)), {
      signal: AbortSignal.timeout(timeOutMs),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostBytes) return 'The look-up answered with more than 64 KB.';
    }
    if (answer.statusCode !== 200) return `The look-up answered ${answer.statusCode}.`;
    return (
      countIn(Buffer.concat(chunks).toString('utf8')) ??
      'The look-up did not answer with a number, a list or an object with a count.'
    );
  } catch (error) {
    return `The look-up failed: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
