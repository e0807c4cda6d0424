/** Implements the contract with the core. Contains no logic. */
import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { audiences, traits } from './audiences.ts';
import { destinations, mockRequests, mocks, savedFilters, sources } from './config.ts';
import { deletions } from './deletions.ts';
import { alerts, copies, deliveries, messages, rejected, statistics } from './deliveries.ts';
import { contractErrors } from './errors.ts';
import { exports } from './exports.ts';
import { imports } from './imports.ts';
import { jobs } from './jobs.ts';
import { scenarios } from './scenarios.ts';
import { samples, send } from './send.ts';
import { certification, signatures } from './signatures.ts';
import { syncs } from './syncs.ts';
import {
  certificateAuthorities,
  changes,
  clock,
  configuration,
  developmentCa,
  type HostFacts,
  ledger,
  settings,
  system,
} from './system.ts';

/** The router that hosts expose over their transport. */
export function createRouter(core: Core, host: HostFacts) {
  return implement(contract)
    .use(contractErrors(core.log))
    .router({
      system: system(core, host),
      settings: settings(core),
      developmentCa: developmentCa(core),
      ledger: ledger(core),
      clock: clock(core),
      messages: messages(core),
      rejected: rejected(core),
      deliveries: deliveries(core),
      jobs: jobs(core),
      exports: exports(core),
      copies: copies(core),
      statistics: statistics(core),
      alerts: alerts(core),
      sources: sources(core),
      destinations: destinations(core),
      mocks: mocks(core),
      mockRequests: mockRequests(core),
      savedFilters: savedFilters(core),
      samples: samples(core),
      send: send(core),
      signatures: signatures(core),
      certification: certification(core),
      scenarios: scenarios(core),
      audiences: audiences(core),
      traits: traits(core),
      syncs: syncs(core),
      imports: imports(core),
      deletions: deletions(core),
      configuration: configuration(core),
      certificateAuthorities: certificateAuthorities(core),
      changes: changes(core),
    });
}

export type Router = ReturnType<typeof createRouter>;
