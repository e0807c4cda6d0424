/**
 * Creating, changing and deleting what users configure. Checks and changes run in the same write, so that nothing else
 * can change in between.
 */
import { AppError, checkIssues, notFound } from '#main/kit/app-error.ts';
import type { Clock, Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import { maxItems } from '#shared/connections/limits.ts';
import type { ById } from '#shared/kit/entity.ts';
import { formatCount } from '#shared/kit/format.ts';
import { definedFields } from '#shared/kit/objects.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import type { EntityFields, EntityTable } from './entity-table.ts';
import type { Store } from './store.ts';
import type { Tx } from './write-queue.ts';

interface Tools {
  readonly store: Pick<Store, 'write'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Files may leave out secrets, and restored items may have lost them. */
export type Completeness = 'complete' | 'secrets_may_be_missing';

export interface Definition<
  Item extends EntityFields,
  New,
  SecretName extends keyof Item & string,
  View,
> {
  /** Such as `mock endpoint`. */
  readonly noun: string;
  readonly idPrefix: string;
  readonly table: EntityTable<Item, SecretName>;
  readonly secretNames: readonly SecretName[];
  /** The fields of a new item. */
  readonly create: (input: New) => Omit<Item, Exclude<keyof EntityFields, 'name'>>;
  /** What is stored of a new, changed or restored item; all of it by default. */
  readonly complete?: (item: Item, now: number) => Item;
  /** Problems of an item by itself, and with what it refers to. */
  readonly issues?: (item: Item, completeness: Completeness) => readonly FieldIssue[];
  /** Fields besides the name that another item has too. */
  readonly clashes?: (item: Item) => readonly FieldIssue[];
  /** Checks all items after a change. Throws an AppError. */
  readonly checkAll?: () => void;
  /** Makes changes effective after they are stored; needs nothing by default. */
  readonly apply?: () => Promise<void>;
  /** What operations return. */
  readonly view: (id: string) => View;
}

export const tooManyItems = (noun: string): string =>
  `There can be at most ${formatCount(maxItems)} ${noun}s.`;

export function createEntities<
  Item extends EntityFields,
  New,
  Patch extends object,
  SecretName extends keyof Item & string,
  View,
>(
  { store, clock, random }: Tools,
  {
    noun,
    idPrefix,
    table,
    secretNames,
    create,
    complete = (item) => item,
    issues,
    clashes,
    checkAll,
    apply,
    view,
  }: Definition<Item, New, SecretName, View>,
) {
  function find(id: string): Item {
    const item = table.active(id);
    if (item === undefined) throw notFound(noun);
    return item;
  }

  const created = (input: New, now: number): Item =>
    ({
      ...create(input),
      id: `${idPrefix}_${randomText(random, 12)}`,
      createdAt: now,
      updatedAt: now,
    }) as EntityFields as Item;

  function checkUnique(item: Item): void {
    checkIssues([
      ...(table.isNameTaken(item)
        ? [
            {
              path: ['name'],
              message: `The name "${item.name}" is already in use.`,
              fix: 'Choose another name.',
            },
          ]
        : []),
      ...(clashes?.(item) ?? []),
    ]);
  }

  /** What must be unique is checked when all are stored, so that names and keys can move between them. */
  function put(
    tx: Tx,
    items: readonly { readonly item: Item; readonly kept: readonly SecretName[] }[],
    completeness: Completeness,
  ): readonly string[] {
    const now = clock.now();
    const completed = items.map(({ item, kept }) => ({ item: complete(item, now), kept }));
    for (const { item } of completed) checkIssues(issues?.(item, completeness) ?? []);
    for (const { item, kept } of completed) table.put(tx, item, kept);
    for (const { item } of completed) checkUnique(item);
    if (table.count() > maxItems)
      throw new AppError('conflict', tooManyItems(noun), {
        fix: 'Delete one that you no longer need.',
      });
    checkAll?.();
    return completed.map(({ item }) => item.id);
  }

  /** Changes and creates several items in one step. Returns the IDs, first those of `changes`. */
  function save(
    tx: Tx,
    changes: readonly { readonly id: string; readonly patch: Patch }[],
    inputs: readonly New[],
    completeness: Completeness = 'complete',
  ): readonly string[] {
    const now = clock.now();
    const changed = changes.map(({ id, patch }) => ({
      item: { ...find(id), ...definedFields(patch), updatedAt: now },
      kept: secretNames.filter((name) => !(name in definedFields(patch))),
    }));
    const added = inputs.map((input) => ({ item: created(input, now), kept: [] }));
    return put(tx, [...changed, ...added], completeness);
  }

  async function write(change: (tx: Tx) => readonly string[]): Promise<View> {
    const [id = ''] = await store.write(change);
    await apply?.();
    return view(id);
  }

  return {
    save,
    create: (input: New): Promise<View> => write((tx) => save(tx, [], [input])),
    update: ({ id, ...patch }: ById & Patch): Promise<View> =>
      write((tx) => save(tx, [{ id, patch: patch as object as Patch }], [])),
    async remove({ id }: ById): Promise<void> {
      await store.write((tx) => table.remove(tx, find(id).id, clock.now()));
      await apply?.();
    },
    restore: ({ id }: ById): Promise<View> =>
      write((tx) => {
        const item = table.deleted(id);
        if (item === undefined) throw notFound(`deleted ${noun}`);
        const restored = { ...item, updatedAt: clock.now() };
        return put(tx, [{ item: restored, kept: secretNames }], 'secrets_may_be_missing');
      }),
  };
}
