import { z } from 'zod';
import { Alert } from '../schemas/alert.ts';
import { operation } from './errors.ts';

export const alerts = {
  list: operation
    .route({
      method: 'GET',
      path: '/alerts',
      summary: 'List alerts about exhausted or blocked deliveries, newest first',
      description:
        'One alert covers all deliveries to a destination that failed for the same cause, until ten ' +
        'minutes pass without one. At most 100 alerts, since the last start.',
      tags: ['Alerts'],
    })
    .output(z.array(Alert)),
};
