/** The gzip header may contain the compression time; Python and Ruby write it. */
import { gzipMistake, systemGzipped } from '../mistakes/gzip.ts';
import type { Family, FamilyInput, Member } from './family.ts';

function* gzippedAtMoments({ body, context, write }: FamilyInput): Generator<Member> {
  if (context.seconds.length === 0) return;
  for (const packed of systemGzipped(body.bytes, context.seconds))
    yield { end: write(0, packed), explain: () => [gzipMistake] };
}

export const gzipFamilies: readonly Family[] = [
  { members: gzippedAtMoments, maxBytes: 8 * 1024 * 1024 },
];
