/** Creating, changing and deleting audiences and computed traits (D35). */

import type { ConfigTools } from '#main/connections/sources.ts';
import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import { randomText } from '#main/kit/random.ts';
import type { StoredComputation } from '#main/store/computations.ts';
import {
  type Computation,
  type ComputationClass,
  type ComputationPatch,
  type NewComputation,
  PropertyKey,
  snakeCase,
} from '#shared/audiences/computation.ts';
import type { ById } from '#shared/kit/entity.ts';
import { definedFields } from '#shared/kit/objects.ts';
import type { Syncs } from './syncs/syncs.ts';
import { toComputation } from './to-computation.ts';

const nouns = { audience: 'audience', trait: 'computed trait' } as const;

const idPrefixes = { audience: 'aud', trait: 'trt' } as const;

const minuteMs = 60_000;

/** First due time of a schedule that starts now. */
const firstSyncAt = (schedule: NewComputation['schedule'], now: number): number | null =>
  schedule === null ? null : now + schedule.everyMinutes * minuteMs;

/** The given key, or one derived from the name. Throws an AppError if there is none. */
function keyOf({ name, key }: Pick<NewComputation, 'name' | 'key'>): string {
  if (key !== undefined) return key;
  const parsed = PropertyKey.safeParse(snakeCase(name));
  if (parsed.success) return parsed.data;
  throw fieldError(
    ['key'],
    snakeCase(name) === ''
      ? `Can't derive a key from the name "${name}": it has no letters a–z or digits. Enter a key.`
      : `The key derived from the name is too long. Enter a shorter key.`,
  );
}

export interface ComputationTools extends ConfigTools {
  readonly syncs: Syncs;
}

/** Checks and changes run in the same write, so that nothing else can change in between. */
export function createComputations(tools: ComputationTools, kind: ComputationClass) {
  const { store, configCache, clock, random } = tools;

  function find(id: string): StoredComputation {
    const computation = store.computations.get(id);
    if (computation?.class !== kind) throw notFound(nouns[kind]);
    return computation;
  }

  const view = (id: string): Computation => toComputation(store, configCache, find(id));

  function checkSource(sourceId: string): void {
    if (!store.sources.all().some(({ id }) => id === sourceId))
      throw fieldError(
        ['sourceId'],
        `Source "${sourceId}" not found.`,
        `Choose an existing source.`,
      );
  }

  const isNameTaken = (computation: Pick<StoredComputation, 'id' | 'name'>): boolean =>
    store.computations
      .all()
      .some(
        (other) =>
          other.class === kind && other.id !== computation.id && other.name === computation.name,
      );

  const nameTaken = (name: string): string => `The name "${name}" is already in use`;

  function checkName(computation: Pick<StoredComputation, 'id' | 'name'>): void {
    if (isNameTaken(computation))
      throw fieldError(['name'], `${nameTaken(computation.name)}.`, `Choose another name.`);
  }

  /** Keys are unique across audiences and traits, because both are properties of the same users. */
  const ownerOf = (key: string) =>
    store.computations.all().find((computation) => computation.key === key);

  const keyTaken = (key: string, owner: StoredComputation): string =>
    `The key "${key}" belongs to the ${nouns[owner.class]} "${owner.name}"`;

  function checkKey(key: string): void {
    const owner = ownerOf(key);
    if (owner !== undefined)
      throw fieldError(['key'], `${keyTaken(key, owner)}.`, `Choose another key.`);
  }

  /** A restored audience or trait keeps its name and key, so their current owner must change. */
  function checkRestorable(computation: StoredComputation): void {
    const { name, key } = computation;
    const owner = ownerOf(key);
    if (owner !== undefined)
      throw new AppError('conflict', `${keyTaken(key, owner)}.`, {
        fix: `Delete the other one first.`,
      });
    if (isNameTaken(computation))
      throw new AppError('conflict', `${nameTaken(name)}.`, {
        fix: `Rename the other one first.`,
      });
  }

  return {
    find,
    get: ({ id }: ById) => view(id),
    list: (): Computation[] =>
      store.computations
        .all()
        .filter((computation) => computation.class === kind)
        .map((computation) => toComputation(store, configCache, computation)),
    async create(input: NewComputation): Promise<Computation> {
      const now = clock.now();
      const created = {
        ...input,
        id: `${idPrefixes[kind]}_${randomText(random, 12)}`,
        class: kind,
        key: keyOf(input),
        nextSyncAt: firstSyncAt(input.schedule, now),
        createdAt: now,
        updatedAt: now,
      };
      await store.write((tx) => {
        checkSource(created.sourceId);
        checkName(created);
        checkKey(created.key);
        store.computations.insert(tx, created);
      });
      tools.syncs.scheduleChanged();
      return view(created.id);
    },
    async update({ id, ...patch }: ById & ComputationPatch): Promise<Computation> {
      await store.write((tx) => {
        const now = clock.now();
        const before = find(id);
        const changed = { ...before, ...definedFields(patch), updatedAt: now };
        if (patch.sourceId !== undefined) checkSource(patch.sourceId);
        checkName(changed);
        const isRescheduled = changed.schedule?.everyMinutes !== before.schedule?.everyMinutes;
        store.computations.update(tx, {
          ...changed,
          nextSyncAt: isRescheduled ? firstSyncAt(changed.schedule, now) : before.nextSyncAt,
        });
      });
      tools.syncs.scheduleChanged();
      return view(id);
    },
    async remove({ id }: ById): Promise<void> {
      await store.write((tx) => {
        const computation = find(id);
        tools.syncs.cancelLast(tx, computation);
        store.computations.remove(tx, computation, clock.now());
      });
      tools.syncs.scheduleChanged();
    },
    /** Members and syncs remain until the next start deletes them. */
    async restore({ id }: ById): Promise<Computation> {
      await store.write((tx) => {
        const computation = store.computations.deleted(id);
        if (computation?.class !== kind) throw notFound(`deleted ${nouns[kind]}`);
        const now = clock.now();
        checkRestorable(computation);
        store.computations.update(tx, {
          ...computation,
          nextSyncAt: firstSyncAt(computation.schedule, now),
          updatedAt: now,
        });
      });
      tools.syncs.scheduleChanged();
      return view(id);
    },
    syncs: tools.syncs.of(find),
  };
}
