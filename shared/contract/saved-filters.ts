import { z } from 'zod';
import { NewSavedFilter, SavedFilter, SavedFilterPatch } from '../schemas/filter.ts';
import { byId } from './entity.ts';
import { operation } from './errors.ts';

const tags = ['Saved filters'];

export const savedFilters = {
  list: operation
    .route({ method: 'GET', path: '/saved-filters', summary: 'List saved filters', tags })
    .output(z.array(SavedFilter)),
  create: operation
    .route({
      method: 'POST',
      path: '/saved-filters',
      summary: 'Save a filter',
      tags,
      successStatus: 201,
    })
    .input(NewSavedFilter)
    .output(SavedFilter),
  update: operation
    .route({ method: 'PATCH', path: '/saved-filters/{id}', summary: 'Update a saved filter', tags })
    .input(byId.extend(SavedFilterPatch.shape))
    .output(SavedFilter),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/saved-filters/{id}',
      summary: 'Delete a saved filter',
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
};
