/**
 * Declares operations: `op('GET /jobs/{id}', …)`. Clients, the router, REST and its description are
 * derived from it.
 */
import {
  type AnyContractRouter,
  type AnySchema,
  ContractProcedure,
  type InferSchemaOutput,
  oc,
  type Route,
  type Schema,
} from '@orpc/contract';
import { z } from 'zod';
import { definedFields } from './objects.ts';
import { type ErrorCode, ErrorData, errorStatuses } from './operation-errors.ts';

/**
 * The strongest effect that a call may have. `sends`: requests go to webhooks or servers, or a text of the caller's
 * is signed with a stored secret (D61). `deletes`: stored data is removed.
 */
type Effect = 'read' | 'write' | 'sends' | 'deletes';

/** The operation that says what a call would do, so that it can be shown before. Names are those of the contract. */
export interface PlannedBy {
  readonly operation: string;
  /** Its input besides the fields that both operations have. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Fields of the plan that are passed to the call, so that it does exactly what was planned. */
  readonly passed?: readonly string[];
}

/** The operations that transfer a file piece by piece after this one, because transports limit the size of a message. */
export interface Pieces {
  /** Its input or output has the piece, as `text` or `base64`. */
  readonly operation: string;
  readonly cancel: string;
}

/** What clients do with an operation besides calling it. */
export interface OperationMeta {
  readonly effect: Effect;
  readonly plan?: PlannedBy;
  readonly pieces?: Pieces;
  /** ID of the job that the call started; null if it started none. */
  jobId?(output: unknown): number | null;
  /** How many items a plan, as the output, and the input that was planned would affect. */
  plannedCount?(plan: unknown, input: unknown): number;
}

type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

const commonErrors = [
  'bad_request',
  'not_found',
  'conflict',
  'job_state',
  'body_truncated',
  'header_redacted',
  'unavailable',
] as const satisfies readonly ErrorCode[];

type Errors<Code extends ErrorCode> = Readonly<
  Record<
    Code | (typeof commonErrors)[number],
    { readonly status: number; readonly data: typeof ErrorData }
  >
>;

type Specification = Extract<NonNullable<Route['spec']>, (current: never) => unknown>;

interface Declared<Input, Output extends AnySchema, Code>
  extends Pick<Route, 'description' | 'inputStructure'> {
  readonly summary: string;
  readonly input?: Input;
  /** Nothing by default. */
  readonly output?: Output;
  /** Changes the description of the operation in OpenAPI. */
  readonly spec?: Specification;
  /** Of a success. By default 204 for a DELETE without output, otherwise 200. */
  readonly status?: 201 | 204;
  /** Errors besides those of every operation. */
  readonly errors?: readonly Code[];
  readonly plan?: PlannedBy;
  readonly pieces?: Pieces;
  readonly jobId?: (output: InferSchemaOutput<Output>) => number | null;
  readonly plannedCount?: (
    plan: InferSchemaOutput<Output>,
    input: Readonly<Record<string, unknown>>,
  ) => number;
}

/** A GET only reads. */
type WithEffect<At> = At extends `GET ${string}`
  ? { readonly effect?: never }
  : { readonly effect: Effect };

type Operation<
  Input extends AnySchema,
  Output extends AnySchema,
  Code extends ErrorCode = never,
> = ContractProcedure<Input, Output, Errors<Code>, OperationMeta>;

export function op<
  const At extends Endpoint,
  Input extends AnySchema = Schema<unknown, unknown>,
  Output extends AnySchema = z.ZodVoid,
  Code extends ErrorCode = never,
>(
  endpoint: At,
  declared: Declared<Input, Output, Code> & WithEffect<At>,
): Operation<NoInfer<Input>, NoInfer<Output>, NoInfer<Code>> {
  const all: Declared<Input, Output, Code> & { readonly effect?: Effect } = declared;
  const { input, output, status, errors = [], effect = 'read', spec, ...others } = all;
  const { plan, pieces, jobId, plannedCount, ...described } = others;
  const [method, path] = endpoint.split(' ') as [NonNullable<Route['method']>, `/${string}`];
  const successStatus = status ?? (method === 'DELETE' && output === undefined ? 204 : undefined);
  const errorMap = Object.fromEntries(
    [...commonErrors, ...errors].map((code) => [
      code,
      { status: errorStatuses[code], data: ErrorData },
    ]),
  );
  return new ContractProcedure({
    meta: { effect, ...definedFields({ plan, pieces, jobId, plannedCount }) } as OperationMeta,
    route: {
      ...{ method, path, ...described, ...(successStatus && { successStatus }) },
      spec: (current) => ({ ...(spec?.(current) ?? current), 'x-effect': effect }),
    },
    ...(input && { inputSchema: input }),
    outputSchema: output ?? (z.void() as AnySchema as Output),
    errorMap: errorMap as object as Errors<Code>,
  });
}

/** Gives operations their heading in the reference. */
export const group = <Operations extends AnyContractRouter>(
  tag: string,
  operations: Operations,
): Operations => oc.tag(tag).router(operations) as AnyContractRouter as Operations;
