/**
 * Every operation, declared once. `src-main/api` implements it; the interface, CLI and REST call it.
 */

import type { ContractRouterClient } from '@orpc/contract';
import { alerts } from './alerts.ts';
import { audiences } from './audiences.ts';
import { certification } from './certification.ts';
import { clock } from './clock.ts';
import { copies } from './copies.ts';
import { deletions } from './deletions.ts';
import { deliveries } from './deliveries.ts';
import { destinations } from './destinations.ts';
import { exports } from './exports.ts';
import { imports } from './imports.ts';
import { jobs } from './jobs.ts';
import { messages, rejected } from './messages.ts';
import { mockRequests, mocks } from './mocks.ts';
import { savedFilters } from './saved-filters.ts';
import { scenarios } from './scenarios.ts';
import { samples, send } from './send.ts';
import { signatures } from './signatures.ts';
import { sources } from './sources.ts';
import { statistics } from './statistics.ts';
import { syncs } from './syncs.ts';
import {
  certificateAuthorities,
  changes,
  configuration,
  developmentCa,
  ledger,
  settings,
  system,
} from './system.ts';
import { traits } from './traits.ts';

export const contract = {
  system,
  settings,
  developmentCa,
  ledger,
  clock,
  messages,
  rejected,
  deliveries,
  jobs,
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
