import { type AnySchema, isContractProcedure } from '@orpc/contract';
import { contract } from '#shared/contract/index.ts';

export interface Operation {
  /** Such as `sources.list`. */
  readonly name: string;
  readonly method: string;
  /** Such as `/sources/{id}`. */
  readonly path: string;
  readonly inputSchema: AnySchema | undefined;
  readonly outputSchema: AnySchema | undefined;
  /** Codes of its errors. */
  readonly errors: readonly string[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Every operation, read from the contract. */
export function operationsOf(part: unknown = contract, at: readonly string[] = []): Operation[] {
  if (!isObject(part)) return [];
  if (!isContractProcedure(part))
    return Object.entries(part).flatMap(([key, inner]) => operationsOf(inner, [...at, key]));
  const { route, inputSchema, outputSchema, errorMap } = part['~orpc'];
  return [
    {
      ...{ name: at.join('.'), method: String(route.method), path: String(route.path) },
      ...{ inputSchema, outputSchema, errors: Object.keys(errorMap) },
    },
  ];
}
