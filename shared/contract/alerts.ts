import { z } from 'zod';
import { Alert } from '../schemas/alert.ts';
import { operation } from './errors.ts';

export const alerts = {
  list: operation
    .route({
      method: 'GET',
      path: '/alerts',
      summary: 'Alerts about exhausted or blocked deliveries, newest first',
      description:
        'One alert covers all deliveries to a destination that failed for the same cause, until none ' +
        'was added for ten minutes. Alerts of this run, at most 100; the change feed sends each while ' +
        'it grows.',
      tags: ['Alerts'],
    })
    .output(z.array(Alert)),
};
