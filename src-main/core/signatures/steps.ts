/** Steps of an explanation, from body and secret to the observed digest. */
import type { Step } from './candidates.ts';
import type { HashChoice } from './mistakes/digest-mistakes.ts';
import type { Mistake } from './mistakes/mistake.ts';

/** Steps, and alternatives to the first one. */
export interface Explanation {
  readonly steps: readonly Step[];
  readonly alternatives: readonly Step[];
}

export const methodStep = (mistake: Mistake, expected: string, found: string): Step => ({
  mistake,
  difference: () => ({ of: 'algorithm', expected, found, offset: null }),
});

export const digestStep = ({ mistake, name }: HashChoice, right = 'SHA-1'): readonly Step[] =>
  mistake === null ? [] : [methodStep(mistake, right, name)];

export const formSteps = (
  forms: readonly Mistake[],
  expected: string,
  found: string,
): readonly Step[] =>
  forms.map((mistake) => ({
    mistake,
    difference: () => ({ of: 'header', expected, found, offset: null }),
  }));
