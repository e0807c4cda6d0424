import { z } from 'zod';
import { Id } from '../schemas/name.ts';

/** A receiver can also be found by its name. */
export const byId = z.object({ id: Id });
