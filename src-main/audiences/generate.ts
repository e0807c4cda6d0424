/** Generates reproducible users and values from a seed. */

import { letters } from '#main/kit/random.ts';
import { noChange, type UserValue } from '#main/store/members.ts';
import type { Store } from '#main/store/store.ts';
import type { GenerateRequest, MembershipProgress } from '#shared/audiences/computation.ts';
import type { ValueMaker } from '#shared/audiences/trait.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { addChanges, type Find, putUsers, writeChunk } from './membership.ts';

/** Letters per random fraction: 6 letters of 5 bits. */
const lettersPerFraction = 6;

function randomLetters(seed: number, step: number): string {
  let remaining = Math.floor(seededFraction(seed, step) * 2 ** 30);
  let text = '';
  for (let count = 0; count < lettersPerFraction; count += 1) {
    text += letters[remaining % 32];
    remaining = Math.floor(remaining / 32);
  }
  return text;
}

/** ID of the nth user, starting at 1. */
export const generatedId = (pattern: string, seed: number, n: number): string =>
  pattern
    .replaceAll('{n}', String(n))
    .replaceAll('{random}', randomLetters(seed, 2 * n) + randomLetters(seed, 2 * n + 1));

/** Separates the seeds of values from those of IDs, so that they are independent. */
const valueSeedStep = 0x5bd1e995;

function generatedValue(maker: ValueMaker, seed: number, n: number): string {
  const fraction = seededFraction(seed + valueSeedStep, n);
  switch (maker.kind) {
    case 'number':
      return JSON.stringify(maker.min + Math.floor(fraction * (maker.max - maker.min + 1)));
    case 'choice':
      return JSON.stringify(maker.choices[Math.floor(fraction * maker.choices.length)]);
    case 'boolean':
      return JSON.stringify(fraction < 0.5);
  }
}

/** Adds `count` users with the values of `nthValue` and yields progress. */
async function* generate(
  store: Store,
  find: Find,
  { pattern, seed, count }: GenerateRequest,
  nthValue: (n: number) => string,
  signal: AbortSignal | undefined,
): AsyncGenerator<MembershipProgress, void, void> {
  let change = noChange;
  for (let done = 0; done < count && signal?.aborted !== true; ) {
    const from = done;
    const users = Array.from(
      { length: Math.min(writeChunk, count - from) },
      (_, index): UserValue => ({
        userId: generatedId(pattern, seed, from + index + 1),
        value: nthValue(from + index + 1),
      }),
    );
    change = addChanges(change, await putUsers(store, find, users));
    done += users.length;
    yield { ...change, done, total: count };
  }
}

export const generateMembers = (
  store: Store,
  find: Find,
  request: GenerateRequest,
  value: string,
  signal: AbortSignal | undefined,
) => generate(store, find, request, () => value, signal);

export const generateValues = (
  store: Store,
  find: Find,
  request: GenerateRequest & { readonly value: ValueMaker },
  signal: AbortSignal | undefined,
) => generate(store, find, request, (n) => generatedValue(request.value, request.seed, n), signal);
