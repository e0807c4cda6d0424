import { group, op } from '#shared/kit/op.ts';
import { Statistics, StatisticsQuery } from './statistics.ts';

export const statistics = group('Statistics', {
  get: op('GET /statistics', {
    summary: 'Get statistics of deliveries and attempts over a time range',
    description:
      'Counts deliveries by creation time and attempts by start time, both on the virtual clock. Numbers are ' +
      'exact; changes during the count may or may not be included.',
    input: StatisticsQuery,
    output: Statistics,
  }),
});
