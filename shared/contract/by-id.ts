import { z } from 'zod';
import { Id } from '../schemas/name.ts';

/** Input of operations on one entity. Receivers also accept a name in it. */
export const byId = z.object({ id: Id });
