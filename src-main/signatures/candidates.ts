/** Candidate bodies and secrets, each with the mistakes that produce it. */
import { yieldToEventLoop } from '#main/kit/yield-to-event-loop.ts';
import type { Difference } from '#shared/signatures/signature.ts';
import { bodyDifference, secretDifference } from './difference.ts';
import type { DigestMatcher } from './digest-matcher.ts';
import { rewritingOf } from './json/rewriting.ts';
import { encodingMistakes, rareBodyMistakes, replacingMistakes } from './mistakes/body-mistakes.ts';
import type { DigestMethod, HashCandidate } from './mistakes/digest-mistakes.ts';
import { jsonMistakes } from './mistakes/json-mistakes.ts';
import { type Body, type BodyMistake, bodyOf, did, type Mistake } from './mistakes/mistake.ts';
import type { SecretMistake } from './mistakes/secret-mistakes.ts';

/** A mistake and the difference it causes. */
export interface Step {
  readonly mistake: Mistake;
  readonly difference: () => Difference;
  /** The same cause without naming a language; absent if dropping its language is enough. */
  readonly neutral?: () => Mistake;
}

export interface Candidate<Value> {
  readonly value: Value;
  readonly steps: readonly Step[];
  /** Other mistakes that produce the same value. */
  readonly alternatives: readonly Step[];
}

export const unchanged = <Value>(value: Value): Candidate<Value> => ({
  value,
  steps: [],
  alternatives: [],
});

/** Describes the bytes hashed instead of the body, and the cause. */
export function bodyStep(mistake: Mistake, before: Body, after: Body): Step {
  const difference = (): Difference => ({
    ...bodyDifference(before.bytes, after.bytes),
    ...(mistake.addsParts && { of: 'content' }),
  });
  if (!mistake.code.startsWith('json_')) return { mistake, difference };
  const neutral = (): Mistake => {
    const features = rewritingOf(before.text, after.text) ?? ['in a format that is not JSON'];
    return {
      code: 'json_rewritten',
      message: did(`hashed the body re-serialized: ${features.join(', ')}.`),
      fix: mistake.fix,
    };
  };
  return { mistake, difference, neutral };
}

function* changedBy(mistake: BodyMistake, body: Body): Generator<{ content: Body; step: Step }> {
  const changed = mistake.change(body);
  if (changed === undefined) return;
  const contents = typeof changed === 'string' || Buffer.isBuffer(changed) ? [changed] : changed;
  for (const content of contents) {
    const next = bodyOf(content);
    if (next.bytes.equals(body.bytes)) continue;
    yield { content: next, step: bodyStep(mistake, body, next) };
  }
}

/** Merges mistakes that produce the same value. */
function distinct<Value>(
  changes: Iterable<{ readonly key: string; readonly value: Value; readonly step: Step }>,
): readonly Candidate<Value>[] {
  const byKey = new Map<string, { readonly value: Value; readonly steps: Step[] }>();
  for (const { key, value, step } of changes) {
    const existing = byKey.get(key);
    if (existing === undefined) byKey.set(key, { value, steps: [step] });
    else existing.steps.push(step);
  }
  return [...byKey.values()].map(({ value, steps: [first, ...alternatives] }) => ({
    value,
    steps: first === undefined ? [] : [first],
    alternatives,
  }));
}

/** An editor is more likely than a library to add a newline. */
const firstMistakes = [
  ...encodingMistakes,
  ...jsonMistakes,
  ...replacingMistakes,
  ...rareBodyMistakes,
];

/**
 * Bodies after one mistake. Yields between mistakes because serializing a large body takes time.
 */
export async function changedBodies(
  body: Body,
  signal: AbortSignal | undefined,
): Promise<readonly Candidate<Body>[]> {
  const changes: { key: string; value: Body; step: Step }[] = [];
  for (const mistake of firstMistakes) {
    for (const { content, step } of changedBy(mistake, body))
      changes.push({ key: content.bytes.toString('latin1'), value: content, step });
    await yieldToEventLoop(signal);
  }
  return distinct(changes);
}

const replacingCodes = new Set(replacingMistakes.map(({ code }) => code));

/** Whether this candidate can be combined with a second cause. */
export const canBeCombined = ({ steps, alternatives }: Candidate<Body>): boolean =>
  [...steps, ...alternatives].some(
    ({ mistake }) => !('isAlone' in mistake && mistake.isAlone === true),
  );

/** Applies a second mistake. Skips mistakes that replaced the whole body. */
export function* changedBodiesTwice(first: readonly Candidate<Body>[]): Generator<Candidate<Body>> {
  for (const { value, steps, alternatives } of first) {
    const [before] = steps;
    if (before === undefined || replacingCodes.has(before.mistake.code)) continue;
    for (const mistake of encodingMistakes) {
      if (mistake.code === before.mistake.code || mistake.isAlone) continue;
      for (const { content, step } of changedBy(mistake, value))
        yield { value: content, steps: [before, step], alternatives };
    }
  }
}

export function changedSecrets(
  secret: string,
  mistakes: readonly SecretMistake[],
  key: string | Buffer = secret,
): readonly Candidate<string | Buffer>[] {
  function* all() {
    for (const mistake of mistakes) {
      const changed = mistake.change(secret) ?? [];
      for (const value of Array.isArray(changed) ? changed : [changed]) {
        const bytes = Buffer.from(value);
        if (bytes.equals(Buffer.from(key))) continue;
        const step = { mistake, difference: () => secretDifference(secret, value) };
        yield { key: bytes.toString('latin1'), value, step };
      }
    }
  }
  return distinct(all());
}

/** Applies a second mistake to the secret, such as trimming and then decoding. */
export function* changedSecretsTwice(
  first: readonly Candidate<string | Buffer>[],
  mistakes: readonly SecretMistake[],
): Generator<Candidate<string | Buffer>> {
  const secretMistakes = mistakes.filter(
    ({ fix }) => fix === 'exact_secret' || fix === 'secret_bytes',
  );
  for (const { value, steps, alternatives } of first) {
    if (typeof value !== 'string' || steps[0]?.mistake.fix === 'loaded_secret') continue;
    for (const candidate of changedSecrets(value, secretMistakes))
      if (candidate.steps[0]?.mistake.code !== steps[0]?.mistake.code)
        yield { value: candidate.value, steps: [...steps, ...candidate.steps], alternatives };
  }
}

/** How the signed content is made from the body. */
export interface ContentCandidate {
  /** Null for the right one. */
  readonly step: Step | null;
  readonly bytesOf: (body: Buffer) => Buffer;
}

/** What the search varies, the right choice first. */
export interface SearchedScheme {
  readonly key: string | Buffer;
  readonly contents: readonly ContentCandidate[];
  /** What is signed before and after the body; null if the body is not signed as it is. */
  readonly around: readonly [before: Uint8Array, after: Uint8Array] | null;
  readonly hashes: readonly HashCandidate[];
  readonly methods: readonly DigestMethod[];
  readonly matcher: DigestMatcher;
  /** Of the mistakes that are combined. */
  readonly maxMistakes: number;
  /** Takes as long as hashing this many bytes. */
  readonly bytesPerTrial: number;
}

// Steps of an explanation, from body and secret to the observed digest.

/** Steps, and alternatives to the first one. */
export interface Explanation {
  readonly steps: readonly Step[];
  /** The content, as it was hashed. */
  readonly hashed: Buffer;
  readonly alternatives: readonly Step[];
}

export const methodStep = (mistake: Mistake, expected: string, found: string): Step => ({
  mistake,
  difference: () => ({ of: 'algorithm', expected, found, offset: null }),
});

/** The right hash is the first. */
export const digestStep = (
  { mistake, name }: HashCandidate,
  [right]: readonly HashCandidate[],
): readonly Step[] => (mistake === null ? [] : [methodStep(mistake, right?.name ?? '', name)]);

export const formatSteps = (
  formats: readonly Mistake[],
  expected: string,
  found: string,
): readonly Step[] =>
  formats.map((mistake) => ({
    mistake,
    difference: () => ({ of: 'header', expected, found, offset: null }),
  }));
