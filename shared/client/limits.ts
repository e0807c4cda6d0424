/** Largest request body, in bytes: 500 KB (spec 8, D7). */
export const maxRequestBytes = 512_000;

/** Maximum messages in a batch (D47). */
export const maxBatchMessages = 2_500;

/** Largest single call, in bytes of the message's JSON: 32 KB (spec 8, D7). */
export const maxCallBytes = 32_768;

/**
 * Levels of objects and lists within one message. Parsers stop at a depth, common ones at 512, and
 * then refuse the request with all that came in the same batch.
 */
export const maxNesting = 256;
