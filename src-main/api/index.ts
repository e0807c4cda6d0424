/** The contract, implemented by the core. Only assembles. */
import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { audiences } from './audiences.ts';
import { bulk } from './bulk.ts';
import { certification } from './certification.ts';
import { clock } from './clock.ts';
import { deletions } from './deletions.ts';
import { deliveries } from './deliveries.ts';
import { destinations } from './destinations.ts';
import { contractErrors } from './errors.ts';
import { exports } from './exports.ts';
import type { HostFacts } from './host-facts.ts';
import { imports } from './imports.ts';
import { messages, rejected } from './messages.ts';
import { notices } from './notices.ts';
import { receiverRequests, receivers } from './receivers.ts';
import { resendImports } from './resend-imports.ts';
import { resends } from './resends.ts';
import { savedFilters } from './saved-filters.ts';
import { samples, send } from './send.ts';
import { signatures } from './signatures.ts';
import { sources } from './sources.ts';
import { statistics } from './statistics.ts';
import { syncs } from './syncs.ts';
import {
  authorities,
  changes,
  configuration,
  developmentAuthority,
  ledger,
  settings,
  system,
} from './system.ts';
import { traits } from './traits.ts';

/** The router that a host serves over its transport. */
export function createRouter(core: Core, host: HostFacts) {
  return implement(contract)
    .use(contractErrors(core.log))
    .router({
      system: system(core, host),
      settings: settings(core),
      developmentAuthority: developmentAuthority(core),
      ledger: ledger(core),
      clock: clock(core),
      messages: messages(core),
      rejected: rejected(core),
      deliveries: deliveries(core),
      bulk: bulk(core),
      exports: exports(core),
      resends: resends(core),
      statistics: statistics(core),
      notices: notices(core),
      resendImports: resendImports(core),
      sources: sources(core),
      destinations: destinations(core),
      receivers: receivers(core),
      receiverRequests: receiverRequests(core),
      savedFilters: savedFilters(core),
      samples: samples(core),
      send: send(core),
      signatures: signatures(core),
      certification: certification(core),
      audiences: audiences(core),
      traits: traits(core),
      syncs: syncs(core),
      imports: imports(core),
      deletions: deletions(core),
      configuration: configuration(core),
      authorities: authorities(core),
      changes: changes(core),
    });
}

export type Router = ReturnType<typeof createRouter>;
