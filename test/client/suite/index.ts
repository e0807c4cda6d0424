import type { Case } from './case.ts';
import { flushing, limits } from './flushing.ts';
import { retrying } from './retrying.ts';
import { clientFields, operations, recordFields } from './specification.ts';
import { wire } from './wire.ts';

/** Everything that must hold wherever the library runs. */
export const suite: readonly Case[] = [
  ...clientFields,
  ...recordFields,
  ...operations,
  ...flushing,
  ...limits,
  ...retrying,
  ...wire,
];
