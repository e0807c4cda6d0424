/** Requests that were received: rejected by the ingestion endpoint, or in the log of a mock endpoint. */
import { z } from 'zod';
import type { KnownSecrets, Redaction } from '#shared/deliveries/redaction.ts';
import { RejectedSummary } from '#shared/ingestion/message.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { Id, RowId } from '#shared/kit/name.ts';
import { pageOf } from '#shared/kit/page.ts';
import { redactedInUrl, redactedMark } from '#shared/kit/redacted.ts';
import { MockEntry, MockEntryDetail, SignatureDetail } from '#shared/mocks/request.ts';
import {
  Excerpt,
  excerptOfBytes,
  headerText,
  ShownResponse,
  shownResponse,
} from '../text-parts.ts';
import { action, pick } from '../tool.ts';
import { RowsRequest } from './deliveries.ts';
import { unsignedRedaction } from './delivery-parts.ts';

const mock = Id.describe('ID or name of the mock endpoint');

/** Requests that load settings have a write key in their path. */
const keyInPath = /(\/projects\/)[^/?#]+/gi;

/** Without write keys and credentials in URLs. */
function shownProblem({ problem }: RejectedSummary, redaction: Redaction): string {
  switch (problem.code) {
    case 'settings_key_unknown':
      return rejectionText({ ...problem, params: { writeKey: redactedMark } });
    case 'path_unknown': {
      const path = redaction.url(problem.params.path.replaceAll(keyInPath, `$1${redactedInUrl}`));
      return rejectionText({ ...problem, params: { ...problem.params, path } });
    }
    default:
      return redaction.text(rejectionText(problem));
  }
}

export const listRejected = action({
  description:
    'Messages and requests that the ingestion endpoint rejected, newest first, each with the reason. They have no delivery.',
  operations: ['rejected.list'],
  input: RowsRequest,
  output: pageOf(
    pick(RejectedSummary, 'id receivedAt sourceName type status code').extend({
      problem: z.string(),
    }),
  ),
  async run(input, { api, readRedaction }) {
    const { items, nextCursor } = await api.rejected.list(input);
    const redaction = await readRedaction();
    return {
      items: items.map((item) => ({
        ...item,
        // Of any text that a client sent.
        type: item.type && redaction.text(item.type),
        problem: shownProblem(item, redaction),
      })),
      nextCursor,
    };
  },
});

export const listMockRequests = action({
  description:
    'Requests and connections that a mock endpoint received, newest first, each with the response and with the signature check over the raw bytes and over the re-serialized body.',
  operations: ['mockRequests.list'],
  input: RowsRequest.extend({ mock }),
  output: pageOf(
    pick(
      MockEntry,
      'id receivedAt deliveryId kind method path bodyBytes signature status fault cause',
    ),
  ),
  async run({ mock: id, ...page }, { api, readRedaction }) {
    const redaction = await readRedaction();
    const { items, nextCursor } = await api.mockRequests.list({ id, ...page });
    return {
      items: items.map((item) => ({ ...item, path: item.path && redaction.url(item.path) })),
      nextCursor,
    };
  },
});

/** Without secrets, headers that may have one, and signatures, also where a response repeats them. */
export function entryRedaction(entry: MockEntryDetail, known: KnownSecrets): Redaction {
  const { path, headers, signature, forwarded } = entry;
  const { received, expectedRaw, expectedParsed } = signature ?? {};
  const lines = [...headers, ...(forwarded?.headers ?? [])];
  const redaction = unsignedRedaction(lines, [received, expectedRaw, expectedParsed], known);
  const responses = [entry.response, ...(forwarded?.exchanges ?? []).map((one) => one.response)];
  const responseHeaders = responses.flatMap((response) => response?.headers ?? []);
  redaction.learn({
    request: { url: path ?? '', headers },
    response: { headers: responseHeaders },
  });
  if (forwarded !== null) redaction.learn({ request: forwarded });
  return redaction;
}

export const getMockRequest = action({
  description:
    'A request in the log of a mock endpoint: headers, body, signature check, the response, and the response of the server that it was forwarded to.',
  operations: ['mockRequests.get'],
  input: z.object({ mock, requestId: RowId }),
  output: pick(MockEntryDetail, 'id receivedAt deliveryId kind method path fault cause').extend({
    /** Without their values, which would sign any body that a mock endpoint gets (D61). */
    signature: SignatureDetail.omit({ expectedRaw: true, expectedParsed: true }).nullable(),
    headers: z.array(z.string()),
    body: Excerpt,
    response: ShownResponse.extend({ step: z.number().int().nullable() }).nullable(),
    /** The latest request to the server that the mock endpoint forwards to; null if there is none. */
    forwarded: z
      .object({ url: z.string(), status: z.number().int().nullable(), body: Excerpt.nullable() })
      .nullable(),
  }),
  async run({ mock: id, requestId }, { api, readSecrets }) {
    const entry = await api.mockRequests.get({ id, requestId });
    const redaction = entryRedaction(entry, await readSecrets());
    const where = `mock: "${id}", requestId: ${requestId}`;
    const responseRest = `part: "mock_response", ${where}`;
    const { response, forwarded, signature } = entry;
    const target = forwarded?.exchanges.at(-1)?.response ?? null;
    return {
      ...entry,
      signature: signature && {
        ...signature,
        received: signature.received && redactedMark,
      },
      path: entry.path && redaction.url(entry.path),
      headers: headerText(redaction.headers(entry.headers)),
      body: excerptOfBytes(entry.body, `part: "request", ${where}`),
      response: response && {
        ...shownResponse(response, redaction, responseRest),
        step: response.step,
      },
      forwarded: forwarded && {
        url: redaction.url(forwarded.url),
        status: target?.status ?? null,
        body: target && excerptOfBytes(redaction.response(target).body, responseRest),
      },
    };
  },
});
