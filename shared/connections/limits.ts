/** Limits that keep every change and export fast (D62). */

/** Of sources, of destinations and of mock endpoints. */
export const maxItems = 1_000;

/** Between sources and destinations, in total. */
export const maxConnections = 20_000;
