import { contract } from '#shared/contract/index.ts';

export interface Operation {
  /** Such as `sources.list`. */
  readonly name: string;
  readonly method: string;
  /** Such as `/sources/{id}`. */
  readonly path: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Every operation, read from the contract. */
export function operationsOf(part: unknown = contract, at: readonly string[] = []): Operation[] {
  if (!isObject(part)) return [];
  const definition = part['~orpc'];
  if (!isObject(definition))
    return Object.entries(part).flatMap(([key, inner]) => operationsOf(inner, [...at, key]));
  const route = isObject(definition.route) ? definition.route : {};
  return [{ name: at.join('.'), method: String(route.method), path: String(route.path) }];
}
