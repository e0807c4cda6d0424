import { bufferFamilies } from './buffers.ts';
import type { Family } from './family.ts';
import { fieldOrderFamilies } from './field-orders.ts';
import { gzipFamilies } from './gzip-moments.ts';
import { railsFamilies } from './rails-parameters.ts';
import { signedContentFamilies } from './signed-content.ts';

export const families: readonly Family[] = [
  ...bufferFamilies,
  ...signedContentFamilies,
  ...fieldOrderFamilies,
  ...railsFamilies,
  ...gzipFamilies,
];

export { signedContentFamilies };
