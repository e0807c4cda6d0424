/** Largest request body, in bytes: 500 KB (spec 8, D7). */
export const maxRequestBytes = 512_000;

/** Maximum messages in a batch (D47). */
export const maxBatchMessages = 2_500;

/** Largest single call, in bytes of the message's JSON: 32 KB (spec 8, D7). */
export const maxCallBytes = 32_768;

/**
 * Maximum levels of objects and arrays in a message. Parsers have a limit too, often 512, and reject
 * the whole batch beyond it.
 */
export const maxNesting = 256;
