/** How long the test runners wait for what never comes: far longer than any busy machine needs. */
export const patienceMs = { expect: 300_000, test: 900_000 };
