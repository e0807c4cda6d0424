/** Larger bodies from outside are not parsed: it would stop everything else for too long (D62). As much as SDKs may send. */
export const maxParsedBytes = 512_000;
