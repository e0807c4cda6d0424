/** Mock endpoints and their logs. */
import { z } from 'zod';
import { redactedMark } from '#shared/lib/redacted.ts';
import type { Redaction } from '#shared/lib/redaction.ts';
import type { Setup } from '#shared/lib/setup-redaction.ts';
import { Mock, MockPatch } from '#shared/schemas/mock.ts';
import { MockEntry, MockEntryDetail, SignatureDetail } from '#shared/schemas/mock-request.ts';
import { Id, RowId } from '#shared/schemas/name.ts';
import { pageOf } from '#shared/schemas/page.ts';
import { readSetup, redactionOfSetup } from '../setup.ts';
import { Excerpt, excerptOfBytes, headerText } from '../text-parts.ts';
import { defineTool } from '../tool.ts';
import { RowsRequest } from './deliveries.ts';
import { unsignedRedaction } from './delivery-parts.ts';

const mock = Id.describe('ID or name of the mock endpoint');

export const listMockRequests = defineTool({
  name: 'list_mock_requests',
  title: 'List requests of a mock endpoint',
  description:
    'What a mock endpoint got, newest first: requests and connections, with the signature check over the raw bytes and over the re-serialized body, and the response.',
  level: 'read',
  isIdempotent: true,
  input: RowsRequest.extend({ mock }),
  output: pageOf(
    MockEntry.pick({
      id: true,
      receivedAt: true,
      deliveryId: true,
      kind: true,
      method: true,
      path: true,
      bodyBytes: true,
      signature: true,
      status: true,
      fault: true,
      cause: true,
    }),
  ),
  async run({ input: { mock: id, ...page } }, { client }) {
    const redaction = await redactionOfSetup(client);
    const { items, nextCursor } = await client.mockRequests.list({ id, ...page });
    return {
      items: items.map((item) => ({ ...item, path: item.path && redaction.url(item.path) })),
      nextCursor,
    };
  },
});

/** Without secrets, headers that may have one, and signatures, also where a response repeats them. */
export function entryRedaction(entry: MockEntryDetail, setup: Setup): Redaction {
  const { path, headers, signature, forwarded } = entry;
  const { received, expectedRaw, expectedParsed } = signature ?? {};
  const lines = [...headers, ...(forwarded?.headers ?? [])];
  const redaction = unsignedRedaction(lines, [received, expectedRaw, expectedParsed], setup);
  redaction.learn({ request: { url: path ?? '', headers } });
  if (forwarded !== null) redaction.learn({ request: forwarded });
  return redaction;
}

export const getMockRequest = defineTool({
  name: 'get_mock_request',
  title: 'Get a request of a mock endpoint',
  description:
    'A request in the log of a mock endpoint: headers, body, signature check, the response, and the response of the server that it was forwarded to.',
  level: 'read',
  isIdempotent: true,
  input: z.object({ mock, requestId: RowId }),
  output: MockEntryDetail.pick({
    id: true,
    receivedAt: true,
    deliveryId: true,
    kind: true,
    method: true,
    path: true,
    fault: true,
    cause: true,
  }).extend({
    /** Without their values, which would sign any body that a mock endpoint gets (D61). */
    signature: SignatureDetail.omit({ expectedRaw: true, expectedParsed: true }).nullable(),
    headers: z.array(z.string()),
    body: Excerpt,
    response: z
      .object({
        status: z.number().int(),
        headers: z.array(z.string()),
        body: Excerpt,
        step: z.number().int().nullable(),
      })
      .nullable(),
    /** The latest request to the server that the mock endpoint forwards to; null if there is none. */
    forwarded: z
      .object({ url: z.string(), status: z.number().int().nullable(), body: Excerpt.nullable() })
      .nullable(),
  }),
  async run({ input: { mock: id, requestId } }, { client }) {
    const entry = await client.mockRequests.get({ id, requestId });
    const redaction = entryRedaction(entry, await readSetup(client));
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
      headers: [...headerText(redaction.headers(entry.headers))],
      body: excerptOfBytes(entry.body, `part: "request", ${where}`),
      response: response && {
        ...response,
        headers: [...headerText(redaction.headers(response.headers))],
        body: excerptOfBytes(redaction.bytes(response.body), responseRest),
      },
      forwarded: forwarded && {
        url: redaction.url(forwarded.url),
        status: target?.status ?? null,
        body: target && excerptOfBytes(redaction.bytes(target.body), responseRest),
      },
    };
  },
});

export const saveMock = defineTool({
  name: 'save_mock',
  title: 'Create or change a mock endpoint',
  description:
    'Creates a mock endpoint, or changes the one with this name; absent fields keep their value. A mock endpoint returns scripted responses (`steps`), fails on purpose (`fault`, `outage`, `rateLimit`, `tls`), or forwards to your server (`forward`). Resource hookwright://docs/reference/mocks explains each. Changing steps, then or seed resets the steps.',
  level: 'write',
  isDestructive: true,
  isIdempotent: true,
  isOpenWorld: true,
  input: z.object({ ...MockPatch.shape, name: Mock.shape.name }),
  output: Mock.pick({
    id: true,
    name: true,
    url: true,
    strict: true,
    steps: true,
    then: true,
    rateLimit: true,
    outage: true,
    forward: true,
    tls: true,
    listening: true,
  }).extend({ created: z.boolean() }),
  async run({ given }, { client }) {
    const existing = (await client.mocks.list()).find(({ name }) => name === given.name);
    const saved =
      existing === undefined
        ? await client.mocks.create(given)
        : await client.mocks.update({ ...given, id: existing.id });
    const { forward, steps } = saved;
    const redaction = await redactionOfSetup(client);
    return {
      ...saved,
      steps: steps.map((step) => ({
        ...step,
        headers: Object.fromEntries(redaction.headers(Object.entries(step.headers))),
      })),
      forward: forward && { ...forward, url: redaction.url(forward.url) },
      created: existing === undefined,
    };
  },
});
