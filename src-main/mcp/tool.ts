/** A tool: schemas from the contract, and a function that calls the contract. */
import type { z } from 'zod';
import type { ContractClient } from '#shared/contract/index.ts';
import type { AccessLevel } from './access-level.ts';

export interface ToolContext {
  readonly client: ContractClient;
  /** Aborted when the agent cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress, so that the client doesn't give up on a long call. */
  progress(message: string): void;
}

interface ToolFacts {
  /** A verb and a noun, such as `list_deliveries`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly level: AccessLevel;
  /** Whether it may overwrite or delete something. */
  readonly isDestructive?: boolean;
  /** Whether calling it again with the same input changes nothing more. */
  readonly isIdempotent?: boolean;
  /** Whether it may send requests to servers other than Hookwright. */
  readonly isOpenWorld?: boolean;
}

export interface Tool extends ToolFacts {
  readonly input: z.ZodObject;
  /** Fields that it doesn't have are left out of results. */
  readonly output: z.ZodObject;
  run(input: unknown, given: unknown, context: ToolContext): Promise<unknown>;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolFacts {
  readonly input: Input;
  readonly output: Output;
  /** `given` has the input before transforms, as the contract's client takes it. */
  run(
    call: { readonly input: z.output<Input>; readonly given: z.input<Input> },
    context: ToolContext,
  ): Promise<z.input<Output>>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool {
  const { run, ...facts } = definition;
  return {
    ...facts,
    // Checked by `call-tool` with the same schema.
    run: (input, given, context) =>
      run({ input: input as z.output<Input>, given: given as z.input<Input> }, context),
  };
}
