/**
 * Finds the fewest mistakes, at most two, that lead from body and secret to the observed digest.
 * Tries all single mistakes first, then the groups of candidates, then all pairs.
 */

import { yieldToEventLoop } from '#main/kit/yield-to-event-loop.ts';
import type { SignatureScheme } from '#shared/profiles/profile.ts';
import type { Language } from '#shared/signatures/signature.ts';
import type { RequestContext } from './candidate-groups/candidate-group.ts';
import { searchGroups } from './candidate-groups/search-groups.ts';
import {
  type Candidate,
  type ContentCandidate,
  canBeCombined,
  changedBodies,
  changedBodiesTwice,
  changedSecrets,
  changedSecretsTwice,
  digestStep,
  type Explanation,
  formatSteps,
  methodStep,
  type SearchedScheme,
  type Step,
  unchanged,
} from './candidates.ts';
import type { DigestMethod, HashCandidate } from './mistakes/digest-mistakes.ts';
import { type Body, bodyOf, type Mistake } from './mistakes/mistake.ts';
import type { SecretMistake } from './mistakes/secret-mistakes.ts';

export interface SearchRequest {
  readonly body: string | Buffer;
  readonly secret: string;
  readonly observed: string;
  /** Causes of this language are tried first if there are many. */
  readonly language: Language | undefined;
  readonly context: RequestContext;
  readonly secretMistakes: readonly SecretMistake[];
  readonly scheme: SearchedScheme;
  /** Aborted when the caller no longer needs the result. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Bytes hashed before yielding to the event loop. This takes a few milliseconds, so deliveries
 * aren't delayed.
 */
const bytesPerYield = 2 * 1024 * 1024;

/** Of larger bodies, only the signature is verified: each mistake changes the whole body at once (D62). */
const maxSearchedKb = 128;

/** The fields of a form are read again for each mistake. */
const maxSearchedFormKb = 16;

/** Why no mistakes are searched for; null if they are. */
export function tooLargeToSearch(body: string | Buffer, scheme: SignatureScheme): string | null {
  const signsForm = 'content' in scheme && scheme.content.includes('{form}');
  const maxKb = signsForm ? maxSearchedFormKb : maxSearchedKb;
  return Buffer.byteLength(body) <= maxKb * 1024
    ? null
    : `The body is larger than ${maxKb} KB, so its mistakes were not searched for. Diagnose a smaller body.`;
}

interface Trial {
  readonly content: ContentCandidate;
  readonly body: Candidate<Body>;
  readonly secret: Candidate<string | Buffer>;
  readonly hash: HashCandidate;
  readonly method: DigestMethod;
}

const costOf = (mistake: Mistake | null): number => (mistake === null ? 0 : 1);

/**
 * All combinations with exactly `cost` mistakes. Bodies and secrets are indexed by their number of
 * mistakes.
 */
function* trials(
  cost: number,
  bodies: readonly (() => Iterable<Candidate<Body>>)[],
  secrets: readonly (() => Iterable<Candidate<string | Buffer>>)[],
  { matcher, contents, hashes, methods }: SearchedScheme,
): Generator<Trial> {
  const combinations = hashes
    .filter(({ digestBytes }) => matcher.mayBe(digestBytes))
    .flatMap((hash) => methods.map((method) => ({ hash, method })))
    .flatMap((digest) => contents.map((content) => ({ ...digest, content })));
  for (const { hash, method, content } of combinations) {
    const remainingCost =
      cost - costOf(hash.mistake) - costOf(method.mistake) - costOf(content.step?.mistake ?? null);
    for (let bodyCost = 0; bodyCost <= remainingCost; bodyCost += 1) {
      const secretCost = remainingCost - bodyCost;
      if (secretCost > 0 && !method.usesSecret) continue;
      for (const body of bodies[bodyCost]?.() ?? [])
        for (const secret of secrets[secretCost]?.() ?? [])
          yield { body, secret, hash, method, content };
    }
  }
}

/** Explanations with the fewest mistakes, most likely first. Empty if there is none. */
export async function search(request: SearchRequest): Promise<readonly Explanation[]> {
  const { observed, secret, secretMistakes, scheme, signal } = request;
  const { matcher, key } = scheme;
  const body = bodyOf(request.body);
  let changed: readonly Candidate<Body>[] = [];
  let paired: readonly Candidate<Body>[] = [];
  const secretsOnce = changedSecrets(secret, secretMistakes, key);
  const bodies = [() => [unchanged(body)], () => paired, () => changedBodiesTwice(paired)];
  const secrets = [
    () => [unchanged<string | Buffer>(key)],
    () => secretsOnce,
    () => changedSecretsTwice(secretsOnce, secretMistakes),
  ];
  const byCost: Explanation[][] = [[], [], []];
  let hashedBytes = 0;

  function stepsOf(
    { body, secret, hash, method, content }: Trial,
    formats: readonly Mistake[],
    digest: Buffer,
  ): Step[] {
    const right = scheme.methods[0]?.formula(hash.name) ?? '';
    return [
      ...body.steps,
      ...(content.step === null ? [] : [content.step]),
      ...secret.steps,
      ...digestStep(hash, scheme.hashes),
      ...(method.mistake === null
        ? []
        : [methodStep(method.mistake, right, method.formula(hash.name))]),
      ...formatSteps(formats, digest.toString('hex'), observed),
    ];
  }

  async function tryAll(cost: number): Promise<void> {
    for (const trial of trials(cost, bodies, secrets, scheme)) {
      const bytes = trial.content.bytesOf(trial.body.value.bytes);
      hashedBytes += bytes.length + scheme.bytesPerTrial;
      if (hashedBytes > bytesPerYield) {
        hashedBytes = 0;
        await yieldToEventLoop(signal);
      }
      const digest = trial.method.digest(trial.hash.hash, trial.secret.value, bytes);
      const formats = matcher.match(digest, scheme.maxMistakes - cost);
      if (formats === undefined) continue;
      const { body, secret } = trial;
      const alternatives = body.steps.length > 0 ? body.alternatives : secret.alternatives;
      const steps = stepsOf(trial, formats, digest);
      byCost[cost + formats.length]?.push({ steps, hashed: bytes, alternatives });
    }
  }

  for (let cost = 0; cost <= scheme.maxMistakes; cost += 1) {
    // Not needed for a valid signature.
    if (cost === 1) changed = await changedBodies(body, signal);
    paired = cost === 1 ? changed : changed.filter(canBeCombined);
    if (cost === 2 && byCost[2]?.length === 0) {
      const groupExplanations = await searchGroups({ ...request, body, secretsOnce });
      if (groupExplanations.length > 0) return groupExplanations;
    }
    await tryAll(cost);
    const explanations = byCost[cost];
    if (explanations !== undefined && explanations.length > 0) return explanations;
  }
  return [];
}
