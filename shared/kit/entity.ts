import { z } from 'zod';
import { Id, RowId } from './name.ts';
import { op } from './op.ts';

/** Input of operations on one entity. Mock endpoints also accept a name in it. */
export const byId = z.object({ id: Id });
export type ById = z.infer<typeof byId>;

/** Of something that is numbered. */
export const byRowId = z.object({ id: RowId });
export type ByRowId = z.infer<typeof byRowId>;

export interface Entity<Schema, New, Patch> {
  /** Such as `audience`. */
  readonly noun: string;
  /** Such as `/audiences`. */
  readonly path: `/${string}`;
  readonly schema: Schema;
  readonly created: New;
  readonly patch: Patch;
  readonly descriptions: {
    readonly create?: string;
    readonly update?: string;
    readonly remove?: string;
    readonly restore?: string;
  };
}

const described = (description: string | undefined) =>
  description === undefined ? {} : { description };

/** The operations that every kind of entity in the configuration has. */
export function entityOperations<
  Schema extends z.ZodType,
  New extends z.ZodType,
  Patch extends z.ZodObject,
>({ noun, path, schema, created, patch, descriptions }: Entity<Schema, New, Patch>) {
  const aNoun = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const one = `${path}/{id}` as const;
  return {
    list: op(`GET ${path}`, { summary: `List ${noun}s`, output: z.array(schema) }),
    get: op(`GET ${one}`, { summary: `Get ${aNoun}`, input: byId, output: schema }),
    create: op(`POST ${path}`, {
      effect: 'write',
      summary: `Create ${aNoun}`,
      ...described(descriptions.create),
      status: 201,
      input: created,
      output: schema,
    }),
    update: op(`PATCH ${one}`, {
      effect: 'write',
      summary: `Update ${aNoun}`,
      ...described(descriptions.update),
      input: byId.extend(patch.shape as Patch['shape']),
      output: schema,
    }),
    remove: op(`DELETE ${one}`, {
      effect: 'deletes',
      summary: `Delete ${aNoun}`,
      ...described(descriptions.remove),
      input: byId,
    }),
    restore: op(`POST ${one}/restore`, {
      effect: 'write',
      summary: `Restore a deleted ${noun}`,
      ...described(descriptions.restore),
      input: byId,
      output: schema,
    }),
  };
}
