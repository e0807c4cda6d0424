import { z } from 'zod';
import { Notice } from '../schemas/notice.ts';
import { operation } from './errors.ts';

export const notices = {
  list: operation
    .route({
      method: 'GET',
      path: '/notices',
      summary: 'What was exhausted or refused lately, newest first',
      description:
        'One notice tells all deliveries to a destination that came to nothing for the same cause, ' +
        'until none was added for ten minutes. Those of this run, at most 100; the change feed tells ' +
        'of each while it grows.',
      tags: ['Notices'],
    })
    .output(z.array(Notice)),
};
