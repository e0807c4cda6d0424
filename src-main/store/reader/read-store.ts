/** The reader thread's read-only connection. It sees all committed data. */
import type { Database } from 'better-sqlite3';
import { createAttemptStore } from '../attempts.ts';
import { createDeliveryList } from '../delivery-list.ts';
import { addFilterFunctions } from '../filter/condition.ts';
import { createSearch } from '../filter/search.ts';
import { createHeaderTemplates } from '../header-templates.ts';
import { createMessageStore } from '../messages.ts';
import { createMockRequestStore } from '../mock-requests.ts';
import { createRowNumbers } from '../row-numbers.ts';
import { DatabaseWithStablePlans } from '../stable-plans.ts';
import { createStatisticsStore } from '../statistics.ts';

export type ReadStore = ReturnType<typeof openReadStore>;

export const openForReading = (file: string): DatabaseWithStablePlans => {
  const db = new DatabaseWithStablePlans(file, { readonly: true, fileMustExist: true });
  db.pragma('query_only = ON');
  return db;
};

export function readStoreOf(db: Database) {
  addFilterFunctions(db);
  const rowNumbers = createRowNumbers(db);
  const headerTemplates = createHeaderTemplates(db);
  return {
    search: createSearch(db),
    messageSearch: createSearch(db, 'messages'),
    deliveries: createDeliveryList(db),
    messages: createMessageStore(db, rowNumbers.messages, headerTemplates),
    attempts: createAttemptStore(db, rowNumbers.attempts, headerTemplates),
    mockRequests: createMockRequestStore(db),
    statistics: createStatisticsStore(db),
    close: (): void => void db.close(),
  };
}

export function openReadStore(file: string) {
  const db = openForReading(file);
  db.pragma('busy_timeout = 5000');
  // 32 MB of pages. Table pages are read once during a scan, index pages often.
  db.pragma('cache_size = -32768');
  return readStoreOf(db);
}
