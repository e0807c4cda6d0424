/** Responses that were recorded for a mock endpoint, by the body of the request. */
import { createHash } from 'node:crypto';
import { comparableBody } from '#shared/scenarios/comparable-body.ts';
import {
  type RecordedResponse,
  RecordedResponses,
} from '#shared/scenarios/schema/from-deliveries.ts';
import { entriesIn } from './fixture.ts';
import { Inconclusive } from './inconclusive.ts';

/** The next response to a request with this body; null if none was recorded. */
export type NextResponse = (body: Uint8Array) => RecordedResponse | null;

export function responsesIn(text: string, name: string): NextResponse {
  const byBody = new Map<string, RecordedResponse[]>();
  for (const { place, value } of entriesIn(text, name)) {
    const { data, error } = RecordedResponses.safeParse(value);
    if (data === undefined) {
      const problem = error.issues[0]?.message ?? 'It is not a line of responses.';
      throw new Inconclusive('fixture_invalid', `${place} has no valid responses. ${problem}`);
    }
    byBody.set(data.body, [...data.responses]);
  }
  return (body) => {
    const comparable = comparableBody(Buffer.from(body).toString('utf8'));
    const open = byBody.get(createHash('sha256').update(comparable).digest('hex'));
    const [next] = open ?? [];
    if (open === undefined || next === undefined) return null;
    if (next.times > 1) open[0] = { ...next, times: next.times - 1 };
    else if (open.length > 1) open.shift();
    return next;
  };
}
