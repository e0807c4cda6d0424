import type { AnySchema } from '@orpc/contract';
import { contract, operationsIn } from '#shared/contract.ts';

export interface Operation {
  /** Such as `sources.list`. */
  readonly name: string;
  readonly method: string;
  /** Such as `/sources/{id}`. */
  readonly path: string;
  readonly inputSchema: AnySchema | undefined;
  readonly outputSchema: AnySchema | undefined;
  readonly effect: string;
  /** Codes of its errors. */
  readonly errors: readonly string[];
}

/** Every operation, read from the contract. */
export const operationsOf = (): readonly Operation[] =>
  operationsIn(contract).map(({ name, declared }) => {
    const { route, meta, inputSchema, outputSchema, errorMap } = declared;
    return {
      ...{ name, method: String(route.method), path: String(route.path) },
      ...{ inputSchema, outputSchema, errors: Object.keys(errorMap), effect: meta.effect },
    };
  });
