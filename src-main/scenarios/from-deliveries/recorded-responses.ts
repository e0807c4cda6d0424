/** The responses of a URL, by the body of the request, for a mock endpoint that responds as recorded. */

import { createHash } from 'node:crypto';
import type { AttemptFacts } from '#main/store/attempts.ts';
import { RefusedCode } from '#shared/deliveries/delivery.ts';
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';
import { maxParsedBytes } from '#shared/kit/nesting.ts';
import type { MockFault } from '#shared/mocks/faults.ts';
import type { RecordedResponses } from '#shared/scenarios/schema/from-deliveries.ts';

interface Response {
  readonly status?: number;
  readonly fault?: MockFault;
}

/** Codes of attempts whose response was judged by its status. */
const byStatus: readonly AttemptFacts['code'][] = [
  null,
  ...RefusedCode.options,
  'server_error',
  'unexpected_status',
];

/** Null without a response whose status counted. */
export const recordedStatus = ({ status, code }: AttemptFacts): number | null =>
  byStatus.includes(code) ? status : null;

/** Without a response, the connection fails in a way that has the same outcome. */
function responseOf(attempt: AttemptFacts): Response {
  const { code } = attempt;
  const status = recordedStatus(attempt);
  if (status !== null) return { status };
  if (code === 'timeout') return { fault: 'hang' };
  return { fault: code === 'malformed_response' ? 'malformed_status_line' : 'reset_after_request' };
}

interface Repeated extends Response {
  readonly times: number;
}

function inRuns(responses: readonly Response[]): readonly Repeated[] {
  const runs: Repeated[] = [];
  for (const response of responses) {
    const last = runs.at(-1);
    if (last?.status === response.status && last?.fault === response.fault && last !== undefined)
      runs[runs.length - 1] = { ...last, times: last.times + 1 };
    else runs.push({ ...response, times: 1 });
  }
  return runs;
}

/** Set for each message that is sent (D16). */
const perMessage = ['messageId', 'receivedAt', 'sentAt', 'originalTimestamp'];

function withoutPerMessage(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([name]) => !perMessage.includes(name));
  return Object.fromEntries(
    // Profiles may put the message into an envelope (D55).
    fields.map(([name, field]) => [name, name === 'data' ? withoutPerMessage(field) : field]),
  );
}

/** The part of a webhook body that is the same whenever its message is sent. */
function comparableBody(text: string): string {
  if (text.length > maxParsedBytes) return text;
  try {
    return JSON.stringify(withoutPerMessage(parseExact(text)));
  } catch {
    return text;
  }
}

/** Bodies with the same digest get the same responses. Takes long for many: callers yield in between. */
export const bodyDigest = (body: Uint8Array): string =>
  createHash('sha256')
    .update(comparableBody(Buffer.from(body).toString('utf8')))
    .digest('hex');

interface Sent {
  readonly digest: string;
  readonly attempts: readonly AttemptFacts[];
}

/** As JSON lines; empty if it always responded with 200, as mock endpoints do. */
export function responsesText(url: string, sent: readonly Sent[]): string {
  const byBody = Map.groupBy(
    sent.filter(({ attempts }) => attempts.some((attempt) => attempt.url === url)),
    ({ digest }) => digest,
  );
  return [...byBody]
    .map(([body, list]): RecordedResponses => {
      const inOrder = list
        .flatMap(({ attempts }) => attempts.filter((attempt) => attempt.url === url))
        .toSorted((a, b) => a.startedAt - b.startedAt);
      const responses = inRuns(inOrder.map(responseOf)).map(({ times, ...response }) => ({
        ...response,
        ...(times > 1 && { times }),
      }));
      return { kind: 'hookwright.responses', body, responses };
    })
    .filter(({ responses }) => responses.some(({ status }) => status !== 200))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}
