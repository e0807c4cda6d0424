import { it } from 'vitest';
import { isMissing } from '../../scripts/languages.mjs';
import { skippedTitle } from '../../scripts/test-counts.mjs';

/** One skipped test, for all tests of something missing, whose reason is in the summary of `npm test`. */
export const skipBecause = (reason: string): void => it.skip(skippedTitle(reason));

export const skipWithout = (language: string): void => skipBecause(isMissing(language));
