import { Statistics, StatisticsQuery } from '../schemas/statistics.ts';
import { operation } from './errors.ts';

export const statistics = {
  get: operation
    .route({
      method: 'GET',
      path: '/statistics',
      summary: 'Get statistics of deliveries and attempts over a time range',
      description:
        'Deliveries by creation time, attempts by start time, both on the virtual clock. Numbers are ' +
        'exact; changes during the count may or may not be included.',
      tags: ['Statistics'],
    })
    .input(StatisticsQuery)
    .output(Statistics),
};
