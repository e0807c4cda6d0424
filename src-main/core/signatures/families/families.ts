import { gzipMistake, systemGzipped } from '../mistakes/gzip.ts';
import { bufferFamilies } from './buffers.ts';
import type { Family, FamilyInput, Member } from './family.ts';
import { fieldOrderFamilies } from './field-orders.ts';
import { railsFamilies } from './rails-parameters.ts';
import { signedContentFamilies } from './signed-content.ts';

/** The gzip header may contain the compression time; Python and Ruby write it. */
function* gzippedAtMoments({ body, context, write }: FamilyInput): Generator<Member> {
  if (context.seconds.length === 0) return;
  for (const packed of systemGzipped(body.bytes, context.seconds))
    yield { end: write(0, packed), explain: () => [gzipMistake] };
}

const gzipFamily: Family = { members: gzippedAtMoments, maxBytes: 8 * 1024 * 1024 };

export const families: readonly Family[] = [
  ...bufferFamilies,
  ...signedContentFamilies,
  ...fieldOrderFamilies,
  ...railsFamilies,
  gzipFamily,
];

export { signedContentFamilies };
