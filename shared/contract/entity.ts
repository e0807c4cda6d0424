import { z } from 'zod';
import { Id } from '../schemas/name.ts';
import { operation } from './errors.ts';

/** Input of operations on one entity. Mock endpoints also accept a name in it. */
export const byId = z.object({ id: Id });

export interface Entity<Schema, New, Patch> {
  /** Such as `audience`. */
  readonly noun: string;
  /** Such as `/audiences`. */
  readonly path: `/${string}`;
  readonly tags: readonly string[];
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
>({ noun, path, schema, created, patch, descriptions, ...given }: Entity<Schema, New, Patch>) {
  const tags = [...given.tags];
  const aNoun = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const one = `${path}/{id}` as const;
  return {
    list: operation
      .route({ method: 'GET', path, summary: `List ${noun}s`, tags })
      .output(z.array(schema)),
    get: operation
      .route({ method: 'GET', path: one, summary: `Get ${aNoun}`, tags })
      .input(byId)
      .output(schema),
    create: operation
      .route({
        method: 'POST',
        path,
        summary: `Create ${aNoun}`,
        ...described(descriptions.create),
        tags,
        successStatus: 201,
      })
      .input(created)
      .output(schema),
    update: operation
      .route({
        method: 'PATCH',
        path: one,
        summary: `Update ${aNoun}`,
        ...described(descriptions.update),
        tags,
      })
      .input(byId.extend(patch.shape as Patch['shape']))
      .output(schema),
    remove: operation
      .route({
        method: 'DELETE',
        path: one,
        summary: `Delete ${aNoun}`,
        ...described(descriptions.remove),
        tags,
        successStatus: 204,
      })
      .input(byId)
      .output(z.void()),
    restore: operation
      .route({
        method: 'POST',
        path: `${one}/restore`,
        summary: `Restore a deleted ${noun}`,
        ...described(descriptions.restore),
        tags,
      })
      .input(byId)
      .output(schema),
  };
}
