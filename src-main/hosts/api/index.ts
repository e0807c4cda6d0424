/** The router over the core, derived from the contract. */
import {
  type AnyContractRouter,
  type AnySchema,
  type ContractProcedure,
  type InferSchemaInput,
  type InferSchemaOutput,
  isContractProcedure,
} from '@orpc/contract';
import { implement, type Router as RouterOf } from '@orpc/server';
import type { Core } from '#main/app.ts';
import type { Log } from '#main/kit/ports.ts';
import { type Contract, contract } from '#shared/contract.ts';
import { contractErrors, contractStream } from './errors.ts';

export type Router = RouterOf<Contract, Record<never, never>>;

// In tuples: a promise of a union is not a union of promises.
type Result<Output> = [Output] extends [AsyncIteratorObject<infer Item, infer _Return, infer _Next>]
  ? AsyncIterable<Item>
  : // biome-ignore lint/suspicious/noConfusingVoidType: the input of z.void().
    [Output] extends [void]
    ? void | Promise<void>
    : Readonly<Output> | Promise<Readonly<Output>>;

/** The functions that a contract needs, by the names of its operations. */
export type Implementation<Part> =
  Part extends ContractProcedure<
    infer Input extends AnySchema,
    infer Output extends AnySchema,
    infer _Errors,
    infer _Meta
  >
    ? (input: InferSchemaOutput<Input>, signal?: AbortSignal) => Result<InferSchemaInput<Output>>
    : { readonly [Name in keyof Part]: Implementation<Part[Name]> };

type Functions = Readonly<Record<string, unknown>>;
type Run = (input: unknown, signal?: AbortSignal) => unknown;

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Each operation runs the function with its name. */
function handlersOf(
  part: AnyContractRouter,
  name: string,
  functions: Functions,
  log: Log,
): unknown {
  if (!isContractProcedure(part))
    return Object.fromEntries(
      Object.entries(part).map(([inner, operations]) => [
        inner,
        handlersOf(operations, inner, functions[name] as Functions, log),
      ]),
    );
  return implement(part).handler(async ({ input, signal }) => {
    const result = await (functions[name] as Run)(input, signal);
    return isStream(result) ? contractStream(log, result) : result;
  });
}

/** The router that hosts expose over their transport. */
export function createRouter(core: Core): Router {
  const implementation: Implementation<Contract> = core;
  const handlers = handlersOf(contract, 'core', { core: implementation }, core.log);
  return implement(contract)
    .use(contractErrors(core.log))
    .router(handlers as Router);
}
