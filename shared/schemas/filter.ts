/** The filter of deliveries, as text in the language of `shared/filter`. */
import { z } from 'zod';
import { parseFilter } from '../filter/parse.ts';
import { Id, Moment, Name } from './name.ts';

/** Becomes the tree of the filter; what cannot be read is refused with the character it is about. */
export const FilterText = z.string({ error: 'filter must be a text.' }).transform((text, ctx) => {
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  const { start, message } = parsed.problem;
  ctx.addIssue({ code: 'custom', message: `Character ${start + 1}: ${message}` });
  return z.NEVER;
});

export const SavedFilter = z.object({
  id: Id,
  name: Name,
  /** As text, in the one form in which the same filter is always written. */
  filter: z.string(),
  createdAt: Moment,
});
export type SavedFilter = z.infer<typeof SavedFilter>;

export const NewSavedFilter = z.object({ name: Name, filter: FilterText });
export type NewSavedFilter = z.infer<typeof NewSavedFilter>;

export const SavedFilterPatch = NewSavedFilter.partial();
export type SavedFilterPatch = z.infer<typeof SavedFilterPatch>;
