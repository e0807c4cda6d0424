/**
 * Patterns in the syntax of RE2, whose matching doesn't backtrack: time grows linearly with the text (D62). It has no
 * lookarounds and no backreferences.
 */
import { RE2JS, RE2JSException, RE2JSSyntaxException, RE2Set } from 're2js';
import { formatCount } from './format.ts';

const maxPatternLength = 1_000;
/** Instructions of the compiled pattern: `a{1000}` has 1,000. */
const maxInstructions = 2_000;
/** Instructions × characters of the texts of one body. Takes a third of a second with the worst patterns. */
const maxSteps = 3_000_000;
/** What compiling takes, as steps for each instruction. */
const compileSteps = 20;

/** What is left for the patterns of one body, however many there are. */
export interface PatternBudget {
  steps: number;
}

export const patternBudget = (): PatternBudget => ({ steps: maxSteps });

// Classes may have POSIX classes, such as `[[:alpha:]_]`.
const token = /\\.|\[\^?\]?(?:\[:\^?[a-z]+:\]|\\.|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|./gsu;

/** What the engine's tables for a property or a wide range cost, as instructions; with `i`, it folds each character. */
const wideClass = { exact: 20, folded: 400 };
const isFolded = (pattern: string): boolean => /\(\?[a-zA-Z-]*i/.test(pattern);

/**
 * Counts properties and wide ranges in the whole pattern. The end of a wide range is not ASCII, or an escape. Repetitions
 * share them.
 */
const wideClassesIn = (pattern: string): number =>
  pattern.match(/\\[pP]|-(?:[^ -~]|\\[x0-7])/gu)?.length ?? 0;

/**
 * Counted before the engine writes out the repetitions and builds tables of characters; at least as many as it
 * then needs.
 */
function instructionsOf(pattern: string): number {
  const outer: number[] = [];
  let total = 0;
  let last = 0;
  for (const [text, min, comma, max] of pattern.matchAll(token))
    if (text === '(') {
      outer.push(total + last);
      total = 0;
      last = 2;
    } else if (text === ')') {
      last += total;
      total = outer.pop() ?? 0;
    } else if (min !== undefined) {
      last = (last + (comma === '' ? 0 : 1)) * Math.max(1, Number(min), Number(max));
    } else {
      total += last;
      last = 1;
    }
  const perWideClass = isFolded(pattern) ? wideClass.folded : wideClass.exact;
  return (
    wideClassesIn(pattern) * perWideClass +
    total +
    last +
    outer.reduce((sum, part) => sum + part, 0)
  );
}

/** Each pattern of a file is checked several times: a schema tries the options of a union. */
const maxKnownProblems = 1_000;
const knownProblems = new Map<string, string | null>();

/** Why the pattern can't be used, and how to fix it; null if it can. */
export function patternProblem(pattern: string): string | null {
  const known = knownProblems.get(pattern);
  if (known !== undefined) return known;
  const problem = newPatternProblem(pattern);
  if (knownProblems.size >= maxKnownProblems) knownProblems.clear();
  if (pattern.length <= maxPatternLength) knownProblems.set(pattern, problem);
  return problem;
}

function newPatternProblem(pattern: string): string | null {
  if (pattern.length > maxPatternLength)
    return `The pattern is too long. Use at most ${formatCount(maxPatternLength)} characters.`;
  // Quoted text isn't counted.
  if (/\\Q/.test(pattern))
    return 'The pattern contains \\Q. Escape each special character with a backslash.';
  if (instructionsOf(pattern) > maxInstructions)
    return 'The repetitions or character classes of the pattern are too large. Use fewer or smaller ones.';
  try {
    // Unlike compile(), this only reads the pattern.
    new RE2Set().add(pattern);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const of = error instanceof RE2JSSyntaxException ? error.getDescription() : error.message;
    return `The pattern is not valid RE2 syntax: ${of}. RE2 has no lookarounds or backreferences.`;
  }
}

/** Compiled patterns hold up to 8 MB of states each. */
const maxCompiled = 50;
const compiled = new Map<string, RE2JS>();

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= maxCompiled) compiled.clear();
  const made = RE2JS.compile(pattern);
  compiled.set(pattern, made);
  return made;
}

/** Whether any part of the text matches; null if the text is too long to tell with what is left of the budget. */
export function matchesPattern(
  pattern: string,
  text: string,
  budget: PatternBudget,
): boolean | null {
  if (budget.steps <= 0) return null;
  const program = compile(pattern);
  const size = program.programSize();
  budget.steps -= size * compileSteps;
  const steps = size * text.length;
  if (steps > budget.steps) return null;
  budget.steps -= steps;
  return program.test(text);
}
