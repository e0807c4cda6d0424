/** Names what a receiver did otherwise, from the digest it computed. */
import type { Diagnosis, Finding, Language } from '#shared/schemas/signature.ts';
import { sign } from '../destination/signature.ts';
import type { Step } from './candidates.ts';
import { mendFor } from './mends.ts';
import { fewestDigits } from './mistakes/form-mistakes.ts';
import type { SecretMistake } from './mistakes/secret-mistakes.ts';
import { type Explanation, search } from './search.ts';

export interface DiagnoseInput {
  readonly body: string | Buffer;
  readonly secret: string;
  readonly observed: string;
  readonly language: Language | undefined;
  readonly secretMistakes: readonly SecretMistake[];
}

/** A pasted header line counts as its value. */
export const headerValue = (observed: string): string =>
  /^\s*x-signature\s*:\s*(.*)$/is.exec(observed)?.[1] ?? observed;

const withoutRepetition = (steps: readonly Step[], code: string): readonly Step[] => [
  ...new Map(
    steps.filter(({ mistake }) => mistake.code !== code).map((step) => [step.mistake.code, step]),
  ).values(),
];

/** Mistakes that could stand in this place while the others stay: they give the same bytes. */
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

function toFinding(
  step: Step,
  alternatives: readonly Step[],
  language: Language | undefined,
): Finding {
  const { code, sentence, mend } = step.mistake;
  const others = withoutRepetition(alternatives, code);
  return {
    code,
    sentence,
    mend: mendFor(mend, language ?? step.mistake.language),
    difference: step.difference(),
    alternatives: others.map(({ mistake }) => ({ code: mistake.code, sentence: mistake.sentence })),
  };
}

function unexplained(observed: string): string {
  if (observed === '')
    return 'Nothing was observed: paste the X-Signature header, or the digest that the receiver computed.';
  if (observed.length < fewestDigits)
    return `What was observed is too short to tell anything from: at least ${fewestDigits} digits are needed.`;
  return 'No mistake we know, nor two of them together, gives what was observed. Look whether body and secret are those of this very request; the receiver may have hashed another one.';
}

export async function diagnose(input: DiagnoseInput): Promise<Diagnosis> {
  const observed = headerValue(input.observed);
  const digest = sign(input.secret, input.body);
  const explanations = await search({ ...input, observed });
  const [first] = explanations;
  if (first === undefined)
    return { verdict: 'unexplained', sentence: unexplained(observed), digest, findings: [] };
  const findings = first.steps.map((step, index) =>
    toFinding(step, alternativesAt(index, explanations), input.language),
  );
  const sentences = {
    0: 'It is the right X-Signature of this body under this secret: nothing is wrong with it.',
    1: 'One mistake gives exactly what was observed.',
    2: 'Two mistakes together give exactly what was observed.',
  } as const;
  return {
    verdict: findings.length === 0 ? 'valid' : 'explained',
    sentence: sentences[findings.length === 0 ? 0 : findings.length === 1 ? 1 : 2],
    digest,
    findings,
  };
}
