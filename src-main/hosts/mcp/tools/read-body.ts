/** The rest of a text that was cut. */
import { z } from 'zod';
import { RowId } from '#shared/kit/name.ts';
import { bytesText, sliceOf } from '../text-parts.ts';
import { action, type Context } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import { redactionOf } from './delivery-parts.ts';
import { entryRedaction } from './requests.ts';

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

const operations = ['deliveries.get', 'mockRequests.get', 'rejected.get', 'scenarios.get'] as const;
type BodyContext = Context<(typeof operations)[number]>;

async function textOf(input: Input, { api, readSecrets }: BodyContext): Promise<string> {
  const mockEntry = () =>
    api.mockRequests.get({ id: required(input, 'mock'), requestId: required(input, 'requestId') });
  switch (input.part) {
    case 'scenario':
      return (await api.scenarios.get({ file: required(input, 'file') })).text;
    case 'rejected':
      return (await api.rejected.get({ id: required(input, 'rejectedId') })).bodyText;
    case 'request':
      return bytesText((await mockEntry()).body);
    case 'mock_response': {
      const entry = await mockEntry();
      const { response, forwarded } = entry;
      const shown = forwarded?.exchanges.at(-1)?.response ?? response;
      const redaction = entryRedaction(entry, await readSecrets());
      return shown === null ? '' : bytesText(redaction.response(shown).body);
    }
    default: {
      const id = required(input, 'deliveryId');
      const attemptId = input.part === 'response' ? required(input, 'attemptId') : null;
      const delivery = await api.deliveries.get({ id });
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
      const redaction = redactionOf(delivery, [attempt], await readSecrets());
      redaction.learn(attempt);
      return response === null ? '' : bytesText(redaction.response(response).body);
    }
  }
}

export const readBody = action({
  description:
    'The whole text of a body that another tool cut, 16,000 characters at a time. `rest` of a cut body says what to pass.',
  operations,
  input: Input,
  output: z.object({
    text: z.string(),
    length: z.number().int(),
    /** Pass it as offset for the next part; null at the end. */
    nextOffset: z.number().int().nullable(),
  }),
  async run(input, context) {
    const text = await textOf(input, context);
    const part = sliceOf(text, input.offset, maxLength);
    const end = input.offset + part.length;
    return { text: part, length: text.length, nextOffset: end < text.length ? end : null };
  },
});
