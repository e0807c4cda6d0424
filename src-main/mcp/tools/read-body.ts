/** The rest of a text that was cut. */
import { z } from 'zod';
import type { ContractClient } from '#shared/contract/index.ts';
import { RowId } from '#shared/schemas/name.ts';
import { readSetup } from '../setup.ts';
import { bytesText, sliceOf } from '../text-parts.ts';
import { defineTool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import { redactionOf } from './delivery-parts.ts';
import { entryRedaction } from './mocks.ts';

const parts = [
  'body',
  'message',
  'response',
  'request',
  'mock_response',
  'scenario',
  'rejected',
] as const;

const maxLength = 16_000;

const Input = z.object({
  part: z
    .enum(parts, { error: `part must be one of ${parts.join(', ')}.` })
    .describe(
      'body, message: from a delivery (deliveryId). response: from an attempt (deliveryId, attemptId). request, mock_response: from a request in a mock endpoint log (mock, requestId). scenario: text of a scenario (file). rejected: a rejected message (rejectedId).',
    ),
  deliveryId: RowId.optional(),
  attemptId: RowId.optional(),
  mock: z.string().max(64).optional().describe('ID or name'),
  requestId: RowId.optional(),
  rejectedId: RowId.optional(),
  file: z.string().max(200).optional(),
  offset: z
    .number()
    .int()
    .min(0, 'offset must not be negative.')
    .default(0)
    .describe('first character to return'),
});
type Input = z.infer<typeof Input>;

function required<Name extends keyof Input>(input: Input, name: Name): NonNullable<Input[Name]> {
  const value = input[name];
  if (value == null)
    throw new ToolError(
      'bad_request',
      `${name} is missing.`,
      `Pass ${name} for the part ${input.part}.`,
    );
  return value;
}

async function mockEntry(client: ContractClient, input: Input) {
  const id = required(input, 'mock');
  return client.mockRequests.get({ id, requestId: required(input, 'requestId') });
}

async function textOf(client: ContractClient, input: Input): Promise<string> {
  switch (input.part) {
    case 'scenario':
      return (await client.scenarios.get({ file: required(input, 'file') })).text;
    case 'rejected':
      return (await client.rejected.get({ id: required(input, 'rejectedId') })).bodyText;
    case 'request':
      return bytesText((await mockEntry(client, input)).body);
    case 'mock_response': {
      const entry = await mockEntry(client, input);
      const { response, forwarded } = entry;
      const body = forwarded?.exchanges.at(-1)?.response?.body ?? response?.body;
      const redaction = entryRedaction(entry, await readSetup(client));
      return body === undefined ? '' : bytesText(redaction.bytes(body));
    }
    default: {
      const id = required(input, 'deliveryId');
      const attemptId = input.part === 'response' ? required(input, 'attemptId') : null;
      const delivery = await client.deliveries.get({ id });
      if (input.part === 'body') return delivery.bodyText ?? '';
      if (input.part === 'message') return delivery.receivedText;
      const attempt = delivery.attemptList.find((one) => one.id === attemptId);
      if (attempt === undefined)
        throw new ToolError(
          'not_found',
          `Delivery ${delivery.id} has no attempt ${attemptId}.`,
          'Use an ID from get_delivery.',
        );
      const { response } = attempt;
      const redaction = redactionOf(delivery, await readSetup(client));
      return response === null ? '' : bytesText(redaction.bytes(response.body));
    }
  }
}

export const readBody = defineTool({
  name: 'read_body',
  title: 'Read a body',
  description:
    'The whole text of a body that another tool cut, 16,000 characters at a time. `rest` of a cut body says what to pass.',
  level: 'read',
  isIdempotent: true,
  input: Input,
  output: z.object({
    text: z.string(),
    length: z.number().int(),
    /** Pass it as offset for the next part; null at the end. */
    nextOffset: z.number().int().nullable(),
  }),
  async run({ input }, { client }) {
    const text = await textOf(client, input);
    const part = sliceOf(text, input.offset, maxLength);
    const end = input.offset + part.length;
    return { text: part, length: text.length, nextOffset: end < text.length ? end : null };
  },
});
