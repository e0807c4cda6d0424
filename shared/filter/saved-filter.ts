/** The filter of deliveries, as text in the language of `shared/filter`. */
import { z } from 'zod';
import { FilterString, Id, Name, Timestamp } from '#shared/kit/name.ts';
import { parseFilter } from './parse.ts';

/** Parses the filter; errors name the position. */
export const FilterText = FilterString.transform((text, ctx) => {
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  const { start, message } = parsed.problem;
  ctx.addIssue({ code: 'custom', message: `Character ${start + 1}: ${message}` });
  return z.NEVER;
});

export const SavedFilter = z.object({
  id: Id,
  name: Name,
  /** Normalized text. */
  filter: z.string(),
  createdAt: Timestamp,
});
export type SavedFilter = z.infer<typeof SavedFilter>;

export const NewSavedFilter = z.object({ name: Name, filter: FilterText });
export type NewSavedFilter = z.infer<typeof NewSavedFilter>;

export const SavedFilterPatch = NewSavedFilter.partial();
export type SavedFilterPatch = z.infer<typeof SavedFilterPatch>;
