import type { DeliveryCommands } from '#main/deliveries/commands.ts';
import type { Dispatcher } from '#main/deliveries/dispatch/dispatcher.ts';
import type { Foundation } from '#main/foundation.ts';
import type { Jobs } from '#main/jobs/jobs.ts';
import { createAudiences } from './audiences.ts';
import { createDeletions } from './deletions/deletions.ts';
import { createImports } from './imports/imports.ts';
import { createPurge } from './purge.ts';
import { createSyncs } from './syncs/syncs.ts';
import { createChangedProblems } from './to-computation.ts';
import { createTraits } from './traits.ts';

interface Tools extends Omit<Foundation, 'reader'> {
  readonly jobs: Jobs;
  readonly commands: DeliveryCommands;
  readonly accepted: Dispatcher['accepted'];
}

/** Audiences and computed traits, their syncs, and deletion requests. */
export function createUserData(tools: Tools) {
  const { store, configCache, changes, log } = tools;
  const syncs = createSyncs(tools);
  const audiences = createAudiences({ ...tools, syncs });
  const traits = createTraits({ ...tools, syncs });
  const deletions = createDeletions(tools);
  const imports = createImports({ ...tools, audiences, traits, deletions });
  // Their problems depend on the source.
  const changedProblems = createChangedProblems(configCache);
  configCache.subscribe(() => {
    const changed = changedProblems(store.computations.all());
    if (changed.length > 0) changes.publish(changed.map(({ class: kind, id }) => ({ kind, id })));
  });
  return { audiences, traits, syncs, imports, deletions, purge: createPurge(store, log) };
}
