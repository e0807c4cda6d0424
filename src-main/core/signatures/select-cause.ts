/**
 * Selects which of several causes of the same bytes to report, and which to list as alternatives.
 */
import type { Language } from '#shared/schemas/signature.ts';
import type { Step } from './candidates.ts';

export interface SelectedCause {
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
export function selectCause(
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
export const isForeign = (steps: readonly Step[], language: Language | undefined): boolean =>
  language !== undefined &&
  steps.length > 0 &&
  steps.every(({ mistake }) => mistake.language !== undefined && mistake.language !== language);
