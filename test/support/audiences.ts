/** Audiences with a receiver, and the values the receiver got. */
import type { Core } from '#main/app.ts';
import { NewComputation } from '#shared/audiences/computation.ts';
import type { Sync } from '#shared/audiences/sync.ts';
import { theSource } from './builders.ts';
import type { Followed } from './followed.ts';
import type { Target } from './target-server.ts';

/** An audience of the source with the write key `test-key`. */
export async function makeAudience(core: Core, more: object = {}) {
  const { id: sourceId } = await theSource(core);
  return core.audiences.create(NewComputation.parse({ name: 'Big Spenders', sourceId, ...more }));
}

export async function makeTrait(core: Core, more: object = {}) {
  const { id: sourceId } = await theSource(core);
  return core.traits.create(NewComputation.parse({ name: 'Lifetime Value', sourceId, ...more }));
}

/** Starts a sync of an audience. */
export const startSync = (core: Core, id: string, perSecond: number | null = null): Promise<Sync> =>
  core.syncs.start({ computationId: id, ...(perSecond !== null && { perSecond }) });

/** The sync, once it is completed and all its messages are delivered. */
export async function completed(core: Core, followed: Followed, id: number): Promise<Sync> {
  await followed.until(() => core.syncs.get({ id }).state === 'completed');
  // Reads the current ledger; the last one from the feed may be older.
  await followed.until(() => {
    return core.ledger.get().waiting === 0;
  });
  return core.syncs.get({ id });
}

interface ReceivedValue {
  readonly messageId: string | undefined;
  readonly userId: string;
  readonly value: unknown;
}

/** The values a receiver got for a property, in order. */
export const receivedValues = (target: Target, key: string, from = 0): readonly ReceivedValue[] =>
  target.requests.slice(from).map(({ body }) => {
    const { messageId, userId, traits } = JSON.parse(body.toString());
    return { messageId, userId, value: traits[key] };
  });

/** The same as `user value` lines, in order. */
export const syncedTexts = (target: Target, key: string, from = 0): readonly string[] =>
  receivedValues(target, key, from)
    .map(({ userId, value }) => `${userId} ${JSON.stringify(value)}`)
    .sort();
