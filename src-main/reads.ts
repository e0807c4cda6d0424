/** All reads of the reader thread by name. */
import { createExportReads } from './deliveries/exports/write-export.ts';
import { createStatisticsReaders } from './statistics/count-statistics.ts';
import { createDeliveryReads } from './store/delivery-reads.ts';
import type { ReadStore } from './store/reader/read-store.ts';
import type { Reads } from './store/reader/reading.ts';

export type AllReads = ReturnType<typeof createReads>;

export const createReads = (store: ReadStore) =>
  ({
    ...createDeliveryReads(store),
    ...createExportReads(store),
    ...createStatisticsReaders(store.statistics),
  }) satisfies Reads;
