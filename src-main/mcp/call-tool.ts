/** Checks the input of a call, runs the tool, and returns its result as compact JSON. */
import type { ErrorBody, FieldIssue } from '#shared/contract/errors.ts';
import { timestampsFromText, timestampsToText } from '#shared/contract/timestamps.ts';
import { isValueNestedTooDeep, nestedTooDeep } from '#shared/lib/nesting.ts';
import { escapedJson } from '#shared/lib/visible-text.ts';
import type { Tool, ToolContext } from './tool.ts';
import { invalidInput, ToolError, toolErrorOf } from './tool-error.ts';

/** About 8,000 tokens. Lists shrink to it, and long texts are cut before. */
export const maxResultLength = 32_000;

type Fields = Record<string, unknown>;

export type Outcome =
  | { readonly isError: false; readonly text: string; readonly result: Fields }
  | { readonly isError: true; readonly text: string; readonly error: ErrorBody };

export const failed = (error: ErrorBody): Outcome => ({
  isError: true,
  text: escapedJson(JSON.stringify(error)),
  error,
});

interface Input {
  readonly input: unknown;
  readonly given: unknown;
}

function readInput(tool: Tool, received: unknown): Input | { readonly error: ErrorBody } {
  if (isValueNestedTooDeep(received))
    return { error: invalidInput([{ path: [], message: nestedTooDeep }]) };
  const schema = tool.input.strict();
  const issues: FieldIssue[] = [];
  const given = timestampsFromText(schema, received ?? {}, (issue) => issues.push(issue));
  const parsed = schema.safeParse(given);
  if (issues.length === 0 && parsed.success) return { input: parsed.data, given };
  const others = (parsed.error?.issues ?? []).map(({ path, message, ...issue }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message:
      issue.code === 'unrecognized_keys' && path.length === 0
        ? `${tool.name} has no field ${issue.keys.join(', ')}. Its fields: ${Object.keys(schema.shape).join(', ')}.`
        : message,
  }));
  return { error: invalidInput(issues.length > 0 ? issues : others) };
}

/** A page that is too large is read again with fewer items, so that its cursor fits. */
async function runWithin(tool: Tool, { input, given }: Input, context: ToolContext) {
  const hasLimit = 'limit' in tool.input.shape;
  let limit = hasLimit ? Number((input as Fields).limit) : 1;
  for (;;) {
    const changed = hasLimit ? { limit } : {};
    const output = await tool.run(
      { ...(input as Fields), ...changed },
      { ...(given as Fields), ...changed },
      context,
    );
    const result = timestampsToText(tool.output, tool.output.parse(output)) as Fields;
    const text = escapedJson(JSON.stringify(result));
    if (text.length <= maxResultLength) return { result, text };
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
  tool: Tool,
  received: unknown,
  connect: () => Promise<Omit<ToolContext, 'signal' | 'progress'>>,
  call: Pick<ToolContext, 'signal' | 'progress'>,
): Promise<Outcome> {
  const read = readInput(tool, received);
  if ('error' in read) return failed(read.error);
  try {
    const context = { ...(await connect()), ...call };
    return { isError: false, ...(await runWithin(tool, read, context)) };
  } catch (error) {
    return failed(toolErrorOf(error));
  }
}
