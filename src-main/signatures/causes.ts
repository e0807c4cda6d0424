/** Selects which of several causes of the same bytes to report, and which to list as alternatives. */
import type { Language, SignatureCause } from '#shared/signatures/signature.ts';
import type { Explanation, Step } from './candidates.ts';
import { fixText, type Wording } from './fixes.ts';

interface SelectedCause {
  readonly first: Step;
  /** Causes that can't be distinguished from it. */
  readonly alternatives: readonly Step[];
}

const distinctCodes = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(
    ({ mistake }, index) =>
      steps.findIndex((other) => other.mistake.code === mistake.code) === index,
  );

/** The same cause without naming a language. */
function neutral(step: Step): Step {
  const { language: _, ...mistake } = step.mistake;
  return { ...step, mistake: step.neutral?.() ?? mistake };
}

/**
 * With a selected language, its causes come first, then those without a language. Causes of other
 * languages are listed only if nothing else fits, after a neutral name. Without a selected
 * language, a neutral name comes first if several languages fit.
 */
function selectCause(
  step: Step,
  others: readonly Step[],
  language: Language | undefined,
): SelectedCause {
  const all = distinctCodes([step, ...others]);
  const common = all.filter(({ mistake }) => mistake.language === undefined);
  const ofLanguage = all.filter(({ mistake }) => mistake.language === language);
  if (language !== undefined) {
    const [first, ...rest] = [...new Set([...ofLanguage, ...common])];
    if (first !== undefined) return { first, alternatives: rest };
    return { first: neutral(step), alternatives: all.filter(isOther(neutral(step))) };
  }
  const languages = new Set(all.map(({ mistake }) => mistake.language));
  if (languages.size === 1) return { first: step, alternatives: all.slice(1) };
  const [first = neutral(step)] = common;
  return { first, alternatives: all.filter(isOther(first)) };
}

const isOther =
  (first: Step) =>
  ({ mistake }: Step): boolean =>
    mistake.code !== first.mistake.code;

/** Whether only causes of languages other than the selected one fit. */
const isForeign = (steps: readonly Step[], language: Language | undefined): boolean =>
  language !== undefined &&
  steps.length > 0 &&
  steps.every(({ mistake }) => mistake.language !== undefined && mistake.language !== language);

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

/** A cause in words. */
export function causeOf(
  { mistake, difference }: Step,
  alternatives: readonly Step[],
  wording: Wording,
  language: Language | undefined,
): SignatureCause {
  const { code, message, fix } = mistake;
  const fixLanguage = language ?? mistake.language;
  return {
    code,
    message: message(wording),
    fix: fixText(fix, wording.profile, fixLanguage),
    fixCode: typeof fix === 'string' ? fix : null,
    language: fixLanguage ?? null,
    difference: difference(),
    alternatives: alternatives.map(({ mistake: { code, message } }) => ({
      code,
      message: message(wording),
    })),
  };
}

const foreignSteps = (
  { steps, alternatives }: Explanation,
  language: Language | undefined,
): number =>
  steps.filter((step, index) => isForeign(index === 0 ? [step, ...alternatives] : [step], language))
    .length;

/** What was hashed, and why. */
export interface FoundCauses {
  readonly causes: SignatureCause[];
  /** Null if the request shows the causes by itself. */
  readonly hashed: Buffer | null;
}

/** The causes of the first explanation; those of the selected language come first. */
export function toCauses(
  matches: readonly Explanation[],
  wording: Wording,
  language: Language | undefined,
): FoundCauses {
  const explanations = matches.toSorted(
    (a, b) => foreignSteps(a, language) - foreignSteps(b, language),
  );
  const { steps = [], hashed = null } = explanations[0] ?? {};
  const causes = steps.map((step, index) => {
    const { first, alternatives } = selectCause(
      step,
      alternativesAt(index, explanations),
      language,
    );
    return causeOf(first, alternatives, wording, language);
  });
  return { causes, hashed };
}
