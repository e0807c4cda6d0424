/**
 * Finds the fewest mistakes, at most two, that lead from body and secret to the observed digest.
 * Tries all single mistakes first, then the families, then all pairs.
 */
import type { Language } from '#shared/schemas/signature.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import {
  type Candidate,
  canBeCombined,
  changedBodies,
  changedBodiesTwice,
  changedSecrets,
  changedSecretsTwice,
  type Step,
  unchanged,
} from './candidates.ts';
import { type DigestReadings, readingsOf } from './digest-readings.ts';
import type { RequestContext } from './families/family.ts';
import { searchFamilies } from './families/search-families.ts';
import {
  type Construction,
  constructions,
  type HashChoice,
  hashChoices,
} from './mistakes/digest-mistakes.ts';
import { type Body, bodyOf, type Mistake } from './mistakes/mistake.ts';
import type { SecretMistake } from './mistakes/secret-mistakes.ts';
import { digestStep, type Explanation, formSteps, methodStep } from './steps.ts';

export interface SearchRequest {
  readonly body: string | Buffer;
  readonly secret: string;
  readonly observed: string;
  /** Causes of this language are tried first if there are many. */
  readonly language: Language | undefined;
  readonly context: RequestContext;
  readonly secretMistakes: readonly SecretMistake[];
  /** Default: that of the specification. */
  readonly scheme?: SearchedScheme;
  /** Aborted when the caller no longer needs the result. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Bytes hashed before yielding to the event loop. This takes a few milliseconds, so deliveries
 * aren't delayed.
 */
const bytesPerYield = 2 * 1024 * 1024;

const maxMistakes = 2;

/** How the signed content is made from the body. */
export interface Frame {
  /** Null for the right one. */
  readonly step: Step | null;
  readonly content: (body: Buffer) => Buffer;
}

/** What the search varies, the right choice first. */
export interface SearchedScheme {
  readonly key: string | Buffer;
  readonly frames: readonly Frame[];
  readonly hashes: readonly HashChoice[];
  readonly constructions: readonly Construction[];
  readonly readings: DigestReadings;
  /** Of the mistakes that are combined. */
  readonly maxMistakes: number;
  /** Takes as long as hashing this many bytes. */
  readonly bytesPerTrial: number;
}

const bodyAlone: Frame = { step: null, content: (body) => body };

interface Trial {
  readonly frame: Frame;
  readonly body: Candidate<Body>;
  readonly secret: Candidate<string | Buffer>;
  readonly hash: HashChoice;
  readonly construction: Construction;
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
  { readings, frames, hashes, constructions }: SearchedScheme,
): Generator<Trial> {
  const methods = hashes
    .filter(({ digestBytes }) => readings.mayBe(digestBytes))
    .flatMap((hash) => constructions.map((construction) => ({ hash, construction })))
    .flatMap((method) => frames.map((frame) => ({ ...method, frame })));
  for (const { hash, construction, frame } of methods) {
    const remainingCost =
      cost -
      costOf(hash.mistake) -
      costOf(construction.mistake) -
      costOf(frame.step?.mistake ?? null);
    for (let bodyCost = 0; bodyCost <= remainingCost; bodyCost += 1) {
      const secretCost = remainingCost - bodyCost;
      if (secretCost > 0 && !construction.usesSecret) continue;
      for (const body of bodies[bodyCost]?.() ?? [])
        for (const secret of secrets[secretCost]?.() ?? [])
          yield { body, secret, hash, construction, frame };
    }
  }
}

/** Explanations with the fewest mistakes, most likely first. Empty if there is none. */
export async function search(request: SearchRequest): Promise<readonly Explanation[]> {
  const { observed, secret, secretMistakes, signal } = request;
  const scheme: SearchedScheme = request.scheme ?? {
    key: secret,
    frames: [bodyAlone],
    hashes: hashChoices,
    constructions,
    readings: readingsOf(observed),
    maxMistakes,
    bytesPerTrial: 0,
  };
  const { readings, key } = scheme;
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
    { body, secret, hash, construction, frame }: Trial,
    forms: readonly Mistake[],
    digest: Buffer,
  ): Step[] {
    const right = scheme.constructions[0]?.formula(hash.name) ?? '';
    return [
      ...body.steps,
      ...(frame.step === null ? [] : [frame.step]),
      ...secret.steps,
      ...digestStep(hash, scheme.hashes[0]?.name),
      ...(construction.mistake === null
        ? []
        : [methodStep(construction.mistake, right, construction.formula(hash.name))]),
      ...formSteps(forms, digest.toString('hex'), observed),
    ];
  }

  async function tryAll(cost: number): Promise<void> {
    for (const trial of trials(cost, bodies, secrets, scheme)) {
      const bytes = trial.frame.content(trial.body.value.bytes);
      hashedBytes += bytes.length + scheme.bytesPerTrial;
      if (hashedBytes > bytesPerYield) {
        hashedBytes = 0;
        await yieldToEventLoop(signal);
      }
      const digest = trial.construction.digest(trial.hash.hash, trial.secret.value, bytes);
      const forms = readings.match(digest, scheme.maxMistakes - cost);
      if (forms === undefined) continue;
      const { body, secret } = trial;
      const alternatives = body.steps.length > 0 ? body.alternatives : secret.alternatives;
      byCost[cost + forms.length]?.push({ steps: stepsOf(trial, forms, digest), alternatives });
    }
  }

  for (let cost = 0; cost <= scheme.maxMistakes; cost += 1) {
    // Not needed for a valid signature.
    if (cost === 1) changed = await changedBodies(body, signal);
    paired = cost === 1 ? changed : changed.filter(canBeCombined);
    if (cost === 2 && byCost[2]?.length === 0 && request.scheme === undefined) {
      const familyExplanations = await searchFamilies({ ...request, body, readings, secretsOnce });
      if (familyExplanations.length > 0) return familyExplanations;
    }
    await tryAll(cost);
    const explanations = byCost[cost];
    if (explanations !== undefined && explanations.length > 0) return explanations;
  }
  return [];
}
