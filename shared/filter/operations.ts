import { z } from 'zod';
import { byId } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import { NewSavedFilter, SavedFilter, SavedFilterPatch } from './saved-filter.ts';

export const savedFilters = group('Saved filters', {
  list: op('GET /saved-filters', { summary: 'List saved filters', output: z.array(SavedFilter) }),
  create: op('POST /saved-filters', {
    effect: 'write',
    summary: 'Save a filter',
    status: 201,
    input: NewSavedFilter,
    output: SavedFilter,
  }),
  update: op('PATCH /saved-filters/{id}', {
    effect: 'write',
    summary: 'Update a saved filter',
    input: byId.extend(SavedFilterPatch.shape),
    output: SavedFilter,
  }),
  remove: op('DELETE /saved-filters/{id}', {
    effect: 'deletes',
    summary: 'Delete a saved filter',
    input: byId,
  }),
});
