import { z } from 'zod';

/** Yes or no, in a query as a word too: `?plan=true`. `name` is the field's. */
export const flag = (name: string) =>
  z.union([z.boolean(), z.stringbool()], { error: `${name} must be true or false.` });
