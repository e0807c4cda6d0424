/** Identifies a receiver's mistake from the digest it computed. */
import type { Diagnosis, Finding, Language } from '#shared/schemas/signature.ts';
import { sign } from '../routing/signature.ts';
import type { Step } from './candidates.ts';
import { noContext, type RequestContext } from './families/family.ts';
import { fixFor } from './fixes.ts';
import { fewestDigits } from './mistakes/form-mistakes.ts';
import type { Mistake } from './mistakes/mistake.ts';
import { previousSecretMistake, type SecretMistake } from './mistakes/secret-mistakes.ts';
import { search } from './search.ts';
import { isForeign, selectCause } from './select-cause.ts';
import type { Explanation } from './steps.ts';

export interface DiagnoseInput {
  readonly body: string | Buffer;
  readonly secret: string;
  readonly observed: string;
  readonly language: Language | undefined;
  readonly secretMistakes: readonly SecretMistake[];
  /** Other known details of the request. */
  readonly context?: RequestContext;
  /** Signatures of earlier attempts with this body, under the secret valid at the time. */
  readonly sentSignatures?: readonly string[];
  /** Aborted when the caller no longer needs the result. */
  readonly signal?: AbortSignal | undefined;
}

/** Accepts a pasted header line. */
export const headerValue = (observed: string): string =>
  /^\s*x-signature\s*:\s*(.*)$/is.exec(observed)?.[1] ?? observed;

/** Mistakes that could replace the one at this index and produce the same bytes. */
function alternativesAt(index: number, explanations: readonly Explanation[]): readonly Step[] {
  const [first] = explanations;
  if (first === undefined) return [];
  const others = explanations
    .filter(
      ({ steps }) =>
        steps.length === first.steps.length &&
        steps.every(
          (step, at) => at === index || step.mistake.code === first.steps[at]?.mistake.code,
        ),
    )
    .flatMap(({ steps }) => steps[index] ?? []);
  return index === 0 ? [...first.alternatives, ...others] : others;
}

type FixOf = (mistake: Mistake) => string;

function toFinding(
  step: Step,
  others: readonly Step[],
  language: Language | undefined,
  fix: FixOf,
): Finding {
  const { first, alternatives } = selectCause(step, others, language);
  const { code, message } = first.mistake;
  return {
    code,
    message,
    fix: fix(first.mistake),
    difference: first.difference(),
    alternatives: alternatives.map(({ mistake }) => ({
      code: mistake.code,
      message: mistake.message,
    })),
  };
}

function unexplained(observed: string): string {
  if (observed === '')
    return "No signature to diagnose. Paste the X-Signature header or the receiver's digest.";
  if (observed.length < fewestDigits)
    return `The digest is too short to diagnose. Paste at least ${fewestDigits} digits.`;
  return 'No known mistake explains this digest, so it was probably computed with a different secret. Check that the body and secret belong to this request.';
}

export const messages = [
  'The signature is valid for this body and secret.',
  '1 matching cause found.',
  '2 mistakes together explain the digest. Fix both.',
  'A combination of mistakes explains the digest. Fix all of them.',
] as const;

/**
 * Recognizes a signature made with a former secret. Former secrets aren't stored, but their
 * signatures are.
 */
function findFormerSecret(input: DiagnoseInput, digest: string, observed: string): Finding | null {
  const isFormer = observed !== digest && (input.sentSignatures ?? []).includes(observed);
  if (!isFormer) return null;
  const mistake = previousSecretMistake('');
  return {
    code: mistake.code,
    message: `${mistake.message} An attempt of this delivery had this signature.`,
    fix: fixFor(mistake.fix, input.language),
    difference: { of: 'header', expected: digest, found: observed, offset: null },
    alternatives: [],
  };
}

const foreignSteps = (
  { steps, alternatives }: Explanation,
  language: Language | undefined,
): number =>
  steps.filter((step, index) => isForeign(index === 0 ? [step, ...alternatives] : [step], language))
    .length;

/** The findings of the first explanation; those of the selected language come first. */
export function toFindings(
  matches: readonly Explanation[],
  language: Language | undefined,
  fix: FixOf,
): Finding[] {
  const explanations = matches.toSorted(
    (a, b) => foreignSteps(a, language) - foreignSteps(b, language),
  );
  const steps = explanations[0]?.steps ?? [];
  return steps.map((step, index) =>
    toFinding(step, alternativesAt(index, explanations), language, fix),
  );
}

export async function diagnose(input: DiagnoseInput): Promise<Diagnosis> {
  const observed = headerValue(input.observed);
  const digest = sign(input.secret, input.body);
  const matches = await search({ ...input, observed, context: input.context ?? noContext });
  const former = matches.length === 0 ? findFormerSecret(input, digest, observed) : null;
  if (former !== null)
    return { verdict: 'explained', message: messages[1], digest, findings: [former] };
  if (matches.length === 0)
    return { verdict: 'unexplained', message: unexplained(observed), digest, findings: [] };
  const findings = toFindings(matches, input.language, ({ fix, language }) =>
    fixFor(fix, input.language ?? language),
  );
  return {
    verdict: findings.length === 0 ? 'valid' : 'explained',
    message: messages[findings.length] ?? messages[3],
    digest,
    findings,
  };
}
