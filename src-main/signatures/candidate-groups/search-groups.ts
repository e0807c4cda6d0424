/** Searches the groups of candidates for one with the observed digest. */

import { yieldToEventLoop } from '#main/kit/yield-to-event-loop.ts';
import type { Language } from '#shared/signatures/signature.ts';
import {
  bodyStep,
  type Candidate,
  digestStep,
  type Explanation,
  formatSteps,
  type SearchedScheme,
  unchanged,
} from '../candidates.ts';
import { createKeyedHash } from '../keyed-hash.ts';
import type { HashCandidate } from '../mistakes/digest-mistakes.ts';
import { gzipMistake, systemGzipped } from '../mistakes/gzip.ts';
import { type Body, bodyOf } from '../mistakes/mistake.ts';
import { bufferGroups } from './buffers.ts';
import {
  type CandidateGroup,
  type CandidateInput,
  maxCandidateBytes,
  type RequestContext,
  type WrittenCandidate,
} from './candidate-group.ts';
import { fieldOrderGroups } from './field-orders.ts';
import { railsGroups } from './rails-parameters.ts';
import { signedContentGroups } from './signed-content.ts';

/** The gzip header may contain the compression time; Python and Ruby write it. */
function* gzippedAtMoments({ body, context, write }: CandidateInput): Generator<WrittenCandidate> {
  if (context.seconds.length === 0) return;
  for (const packed of systemGzipped(body.bytes, context.seconds))
    yield { end: write(0, packed), explain: () => [gzipMistake] };
}

const bodyGroups: readonly CandidateGroup[] = [
  ...bufferGroups,
  ...fieldOrderGroups,
  ...railsGroups,
  { candidates: gzippedAtMoments, maxBytes: 8 * 1024 * 1024 },
];

interface GroupSearch {
  readonly body: Body;
  readonly observed: string;
  readonly context: RequestContext;
  readonly language: Language | undefined;
  readonly scheme: SearchedScheme;
  readonly secretsOnce: readonly Candidate<string | Buffer>[];
  readonly signal?: AbortSignal | undefined;
}

/** Bytes hashed before yielding to the event loop; each candidate adds a fixed cost in bytes. */
const bytesPerYield = 2 * 1024 * 1024;
const bytesPerCandidate = 2 * 1024;

/** Secrets used by other providers together with signed content. */
const isDecoded = ({ steps: [step] }: Candidate<string | Buffer>): boolean =>
  step !== undefined && /^secret_(?:base64_decoded|hex_decoded|prefix_)/.test(step.mistake.code);

interface Pass {
  readonly secret: Candidate<string | Buffer>;
  readonly hash: HashCandidate;
  readonly around: NonNullable<SearchedScheme['around']>;
  readonly groups: readonly CandidateGroup[];
}

/** Passes in order of the number of causes. Other content than the body alone has mistakes of its own. */
function passes({ scheme, secretsOnce }: GroupSearch): readonly Pass[] {
  const { around, key, matcher } = scheme;
  if (around === null) return [];
  const hashes = scheme.hashes.filter(({ digestBytes }) => matcher.mayBeComplete(digestBytes));
  const contentGroups = around.every(({ length }) => length === 0) ? signedContentGroups : [];
  return [
    ...hashes.map((hash) => ({
      ...{ secret: unchanged<string | Buffer>(key), hash, around },
      groups: [...contentGroups, ...bodyGroups],
    })),
    ...secretsOnce
      .filter((secret) => contentGroups.length > 0 && isDecoded(secret))
      .flatMap((secret) => hashes.map((hash) => ({ secret, hash, around, groups: contentGroups }))),
  ];
}

const rankOf = (group: CandidateGroup, language: Language | undefined): number =>
  language !== undefined && group.language === language ? 0 : 1;

/** Runs one pass with a single secret and hash. */
async function searchPass(
  { body, observed, context, language, scheme, signal }: GroupSearch,
  { secret, hash, around, groups }: Pass,
): Promise<readonly Explanation[]> {
  const { write, digest, content } = createKeyedHash(
    hash.hash,
    secret.value,
    maxCandidateBytes(body),
    around,
  );
  let sinceYield = 0;
  const ranked = groups.toSorted((a, b) => rankOf(a, language) - rankOf(b, language));
  for (const { candidates, maxBytes } of ranked) {
    let hashedBytes = 0;
    for (const { end, explain } of candidates({ body, context, observed, language, write })) {
      hashedBytes += end;
      if (hashedBytes > maxBytes) break;
      const hex = digest(end);
      const formats = scheme.matcher.matchComplete(hex);
      const bytes = formats === undefined ? undefined : content(end);
      if (formats !== undefined && bytes !== undefined && !bytes.equals(body.bytes)) {
        const changed = bodyOf(bytes);
        const [first, ...alternatives] = explain().map((mistake) =>
          bodyStep(mistake, body, changed),
        );
        const after = [
          ...secret.steps,
          ...digestStep(hash, scheme.hashes),
          ...formatSteps(formats, hex, observed),
        ];
        const hashed = Buffer.concat([around[0], bytes, around[1]]);
        return first === undefined ? [] : [{ steps: [first, ...after], hashed, alternatives }];
      }
      sinceYield += end + bytesPerCandidate;
      if (sinceYield > bytesPerYield) {
        sinceYield = 0;
        await yieldToEventLoop(signal);
      }
    }
  }
  return [];
}

export async function searchGroups(search: GroupSearch): Promise<readonly Explanation[]> {
  for (const pass of passes(search)) {
    const explanations = await searchPass(search, pass);
    if (explanations.length > 0) return explanations;
  }
  return [];
}
