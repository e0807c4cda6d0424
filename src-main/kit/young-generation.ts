/**
 * V8 doubles its space for new objects up to 128 MB, although what a run discards after each advance of the clock
 * fits into much less. Node's limit is an option of a process, and the command line runs scenarios in its own.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Smaller ones are collected more often, which takes longer. */
const maxBytes = 16 * 1024 ** 2;

let growthFactor = 2;

/** To be called again and again, because V8 also makes it smaller. */
export function limitYoungGeneration(): void {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  const factor = space === undefined || space.space_size < maxBytes ? 2 : 1;
  if (factor === growthFactor) return;
  growthFactor = factor;
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
