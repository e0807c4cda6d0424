import debug from 'debug';

/** What the library does, shown with `DEBUG=analytics` (spec 4.3, D44). */
export const log = debug('analytics');
