/** Searches the families for a member with the observed digest. */

import type { Language } from '#shared/schemas/signature.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { bodyStep, type Candidate, unchanged } from '../candidates.ts';
import type { DigestReadings } from '../digest-readings.ts';
import { createKeyedHash } from '../keyed-hash.ts';
import { type HashChoice, hashChoices } from '../mistakes/digest-mistakes.ts';
import { type Body, bodyOf } from '../mistakes/mistake.ts';
import { digestStep, type Explanation, formSteps } from '../steps.ts';
import { families, signedContentFamilies } from './families.ts';
import { type Family, maxMemberBytes, type RequestContext } from './family.ts';

interface FamilySearch {
  readonly body: Body;
  readonly secret: string;
  readonly observed: string;
  readonly context: RequestContext;
  readonly language: Language | undefined;
  readonly readings: DigestReadings;
  readonly secretsOnce: readonly Candidate<string | Buffer>[];
  readonly signal?: AbortSignal | undefined;
}

/** Bytes hashed before yielding to the event loop; each member adds a fixed cost in bytes. */
const bytesPerYield = 2 * 1024 * 1024;
const bytesPerMember = 2 * 1024;

/** Secrets used by other providers together with signed content. */
const isDecoded = ({ steps: [step] }: Candidate<string | Buffer>): boolean =>
  step !== undefined && /^secret_(?:base64_decoded|hex_decoded|prefix_)/.test(step.mistake.code);

interface Pass {
  readonly secret: Candidate<string | Buffer>;
  readonly hash: HashChoice;
  readonly families: readonly Family[];
}

/** Passes in order of the number of causes. */
function passes({ secret, secretsOnce, readings }: FamilySearch): readonly Pass[] {
  const hashes = hashChoices.filter(({ digestBytes }) => readings.mayBeComplete(digestBytes));
  return [
    ...hashes.map((hash) => ({ secret: unchanged<string | Buffer>(secret), hash, families })),
    ...secretsOnce
      .filter(isDecoded)
      .flatMap((secret) =>
        hashes.map((hash) => ({ secret, hash, families: signedContentFamilies })),
      ),
  ];
}

const rankOf = (family: Family, language: Language | undefined): number =>
  language !== undefined && family.language === language ? 0 : 1;

/** Runs one pass with a single secret and hash. */
async function searchPass(
  { body, observed, context, language, readings, signal }: FamilySearch,
  { secret, hash, families }: Pass,
): Promise<readonly Explanation[]> {
  const { write, digest, content } = createKeyedHash(hash.hash, secret.value, maxMemberBytes(body));
  let sinceYield = 0;
  const ranked = families.toSorted((a, b) => rankOf(a, language) - rankOf(b, language));
  for (const { members, maxBytes } of ranked) {
    let hashedBytes = 0;
    for (const { end, explain } of members({ body, context, observed, language, write })) {
      hashedBytes += end;
      if (hashedBytes > maxBytes) break;
      const hex = digest(end);
      const forms = readings.matchComplete(hex);
      const bytes = forms === undefined ? undefined : content(end);
      if (forms !== undefined && bytes !== undefined && !bytes.equals(body.bytes)) {
        const changed = bodyOf(bytes);
        const [first, ...alternatives] = explain().map((mistake) =>
          bodyStep(mistake, body, changed),
        );
        const after = [...secret.steps, ...digestStep(hash), ...formSteps(forms, hex, observed)];
        return first === undefined ? [] : [{ steps: [first, ...after], alternatives }];
      }
      sinceYield += end + bytesPerMember;
      if (sinceYield > bytesPerYield) {
        sinceYield = 0;
        await yieldToEventLoop(signal);
      }
    }
  }
  return [];
}

export async function searchFamilies(search: FamilySearch): Promise<readonly Explanation[]> {
  for (const pass of passes(search)) {
    const explanations = await searchPass(search, pass);
    if (explanations.length > 0) return explanations;
  }
  return [];
}
