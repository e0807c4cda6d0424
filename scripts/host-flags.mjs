/**
 * Node flags that keep the headless host small under load. Semi-spaces of 16 MB instead of 32 halve
 * its memory at the same speed, because most objects live for milliseconds. The old space is
 * collected when it has doubled; by default it grows to three times its live size (40 MB with a
 * backlog of a million). A factor of 1.5 cost up to a third of the speed.
 */
export const hostFlags = [
  '--enable-source-maps',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
];
