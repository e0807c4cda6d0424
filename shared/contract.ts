/** Every operation, declared once. The core has a function for each; the interface, CLI and REST call it. */

import {
  type AnyContractProcedure,
  type AnyContractRouter,
  type ContractRouterClient,
  isContractProcedure,
} from '@orpc/contract';
import { deletions } from '#shared/audiences/deletion-operations.ts';
import { audiences, imports, syncs, traits } from '#shared/audiences/operations.ts';
import { certification } from '#shared/certification/operations.ts';
import { changes } from '#shared/changes.ts';
import { clock } from '#shared/clock/operations.ts';
import { destinations, sources } from '#shared/connections/operations.ts';
import { exports } from '#shared/deliveries/export-operations.ts';
import { alerts, copies, deliveries, messages, rejected } from '#shared/deliveries/operations.ts';
import { savedFilters } from '#shared/filter/operations.ts';
import { planJob } from '#shared/job-plan.ts';
import { jobs } from '#shared/jobs/operations.ts';
import type { OperationMeta } from '#shared/kit/op.ts';
import { mockRequests, mocks } from '#shared/mocks/operations.ts';
import { scenarios } from '#shared/scenarios/operations.ts';
import { samples, send } from '#shared/sending/operations.ts';
import {
  certificateAuthorities,
  configuration,
  developmentCa,
  ledger,
  settings,
  system,
} from '#shared/settings/operations.ts';
import { signatures } from '#shared/signatures/operations.ts';
import { statistics } from '#shared/statistics/operations.ts';

export const contract = {
  system,
  settings,
  developmentCa,
  ledger,
  clock,
  messages,
  rejected,
  deliveries,
  jobs: { plan: planJob, ...jobs },
  exports,
  copies,
  statistics,
  alerts,
  sources,
  destinations,
  mocks,
  mockRequests,
  savedFilters,
  samples,
  send,
  signatures,
  certification,
  scenarios,
  audiences,
  traits,
  syncs,
  imports,
  deletions,
  configuration,
  certificateAuthorities,
  changes,
};
export type Contract = typeof contract;
/** Calls every operation, over any transport. */
export type ContractClient = ContractRouterClient<Contract>;

export interface NamedOperation {
  /** Such as `audiences.members.add`. */
  readonly name: string;
  readonly declared: Omit<AnyContractProcedure['~orpc'], 'meta'> & { readonly meta: OperationMeta };
}

/** Operations with their names, in the order of the contract. */
export const operationsIn = (
  part: AnyContractRouter,
  path: readonly string[] = [],
): readonly NamedOperation[] =>
  isContractProcedure(part)
    ? [{ name: path.join('.'), declared: part['~orpc'] as NamedOperation['declared'] }]
    : Object.entries(part).flatMap(([name, inner]) => operationsIn(inner, [...path, name]));
