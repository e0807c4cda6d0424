import { contract, type NamedOperation, operationsIn } from '#shared/contract.ts';

export const operations: readonly NamedOperation[] = operationsIn(contract);

const byName = new Map(operations.map((operation) => [operation.name, operation]));

/** Throws if the contract has none with that name. */
export function namedOperation(name = ''): NamedOperation {
  const operation = byName.get(name);
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return operation;
}
