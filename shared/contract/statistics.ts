import { Statistics, StatisticsQuery } from '../schemas/statistics.ts';
import { operation } from './errors.ts';

export const statistics = {
  get: operation
    .route({
      method: 'GET',
      path: '/statistics',
      summary: 'What deliveries and attempts come to over a span of time',
      description:
        'Deliveries by when they were made, attempts by when they began, both by the clock of the ' +
        'product. The numbers are exact. Other work goes on meanwhile, so that what changes while ' +
        'it is counted may be in or not.',
      tags: ['Statistics'],
    })
    .input(StatisticsQuery)
    .output(Statistics),
};
