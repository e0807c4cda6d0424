import { z } from 'zod';

/** A boolean, as text in a query: `?plan=true`. */
export const flag = (name: string) =>
  z.union([z.boolean(), z.stringbool()], { error: `${name} must be true or false.` });
