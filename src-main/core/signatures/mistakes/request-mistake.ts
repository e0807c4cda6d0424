/** A mistake that a request shows by itself. */
import { visibleText } from '#shared/lib/visible-text.ts';
import type { Difference } from '#shared/schemas/signature.ts';
import type { SignatureExplanation } from '#shared/schemas/signature-steps.ts';
import type { ProfileFixName } from '../profile-fixes.ts';
import type { SignatureSubject } from '../signed-request.ts';

export interface RequestFacts extends SignatureSubject {
  readonly explanation: SignatureExplanation;
}

export interface FoundMistake {
  readonly message: string;
  readonly difference: Difference;
}

/** The first mistake that is found is the cause. */
export interface RequestMistake {
  readonly code: string;
  readonly fix: ProfileFixName;
  readonly find: (facts: RequestFacts) => FoundMistake | null;
}

export const found = (
  message: string,
  of: Difference['of'],
  expected: string,
  actual: string,
): FoundMistake => ({
  message,
  difference: {
    of,
    expected,
    found: actual === '' ? '(empty)' : visibleText(actual),
    offset: null,
  },
});
