/** Runs a call of a tool, and returns its result as compact JSON. */
import type { ContractClient } from '#shared/contract.ts';
import type { ErrorBody } from '#shared/kit/operation-errors.ts';
import { timestampsToText } from '#shared/kit/timestamps.ts';
import { escapedJson } from '#shared/kit/visible-text.ts';
import { type Call, readCall } from './read-input.ts';
import { type Actions, type AnyContext, type CallSignals, contextOf } from './tool.ts';
import { ToolError, toolErrorOf } from './tool-error.ts';

/** About 8,000 tokens. Lists shrink to it, and long texts are cut before. */
export const maxResultLength = 32_000;

export interface Outcome {
  readonly isError: boolean;
  readonly text: string;
}

/** Of each part of an error, which may name what was given. */
const maxErrorPart = 4_000;

const shortened = (_name: string, part: unknown): unknown =>
  typeof part === 'string' && part.length > maxErrorPart ? `${part.slice(0, maxErrorPart)}…` : part;

export const failed = ({ code, message, field, fix }: ErrorBody): Outcome => ({
  isError: true,
  text: escapedJson(JSON.stringify({ code, message, field, fix }, shortened)),
});

/** A page that is too large is read again with fewer items, so that its cursor fits. */
async function runWithin({ action, input }: Call, context: AnyContext): Promise<string> {
  const { run, output } = action;
  const hasLimit = 'limit' in action.input.shape;
  let limit = hasLimit ? Number(input.limit) : 1;
  for (;;) {
    const result = output.parse(await run({ ...input, ...(hasLimit && { limit }) }, context));
    const text = escapedJson(JSON.stringify(timestampsToText(output, result)));
    if (text.length <= maxResultLength) return text;
    if (limit === 1)
      throw new ToolError(
        'result_too_large',
        `The result has ${text.length} characters; the limit is ${maxResultLength}.`,
        'Request less, or read the value with read_body.',
      );
    limit = Math.max(1, Math.floor(limit / 2));
  }
}

export async function callTool(
  actions: Actions,
  received: unknown,
  connect: () => Promise<ContractClient>,
  signals: CallSignals,
): Promise<Outcome> {
  const call = readCall(actions, received);
  if ('error' in call) return failed(call.error);
  try {
    const context = contextOf(await connect(), call.action.operations, signals);
    return { isError: false, text: await runWithin(call, context) };
  } catch (error) {
    return failed(toolErrorOf(error));
  }
}
