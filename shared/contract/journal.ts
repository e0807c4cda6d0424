import { JournalEntry } from '../schemas/journal.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { operation } from './errors.ts';

export const journal = {
  list: operation
    .route({
      method: 'GET',
      path: '/journal',
      summary: 'List operations that changed something, newest first',
      description: 'Of the last 24 hours, at most 10,000. Secrets are redacted.',
      tags: ['Journal'],
    })
    .input(PageRequest)
    .output(pageOf(JournalEntry)),
};
