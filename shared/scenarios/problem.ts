/** Problems of a scenario file: position, message and fix. */
import type { Suggest } from '#shared/kit/closest-name.ts';
import type { Place } from './schema/report.ts';

export const problemCodes = [
  'file_missing',
  'file_outside',
  'file_too_large',
  'not_utf8',
  'syntax',
  'duplicate_key',
  'tag',
  'alias',
  'not_a_scenario',
  'newer_format',
  'unknown_key',
  'missing',
  'invalid',
  'variable',
  'reference',
  'duplicate_name',
  'time_order',
  'filter',
  'filter_cut_short',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

export interface ScenarioProblem extends Place {
  readonly code: ProblemCode;
  readonly message: string;
  readonly fix: string;
}

/** Problems of one kind or case: enough to fix a file, and a bound for one that has problems everywhere (D62). */
export const maxProblems = 100;

/** Ends the check of a file with more problems. */
export class TooManyProblems extends Error {}

/** Ends the check of a file with the only problem that is then reported. */
export class ScenarioTooLarge extends Error {
  readonly problem: ScenarioProblem;

  constructor(problem: ScenarioProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Adds problems, up to the limit. */
export const reportTo =
  (problems: ScenarioProblem[]) =>
  (problem: ScenarioProblem): void => {
    if (problems.length >= maxProblems) throw new TooManyProblems();
    problems.push(problem);
  };

export const problemAt = (
  { file, line, column }: Place,
  code: ProblemCode,
  message: string,
  fix: string,
): ScenarioProblem => ({ file, line, column, code, message, fix });

/** Splits the text of a schema error into message and fix. */
export function problemFromText(place: Place, code: ProblemCode, text: string): ScenarioProblem {
  const [, message = text, fix = ''] = /^(.+?[.!?])\s+(?=[A-Z{])(.+)$/s.exec(text) ?? [];
  return problemAt(place, code, message, fix);
}

/** `Did you mean "shop"?`, or else the known names. */
export function suggestion(
  suggest: Suggest,
  name: string,
  names: readonly string[],
  otherwise: string,
): string {
  const listed = names.length === 0 || names.length > 12 ? '' : ` Known: ${names.join(', ')}.`;
  return suggest(names, name) ?? `${otherwise}${listed}`;
}

/** In file order, without duplicates, of which only the first may have a suggestion. */
export function sortedProblems(problems: readonly ScenarioProblem[]): readonly ScenarioProblem[] {
  const unique = new Map(
    problems.toReversed().map((problem) => [JSON.stringify({ ...problem, fix: null }), problem]),
  );
  return [...unique.values()].sort(
    (a, b) =>
      (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column,
  );
}

/** `outage.yaml:12:5: message fix`, like compiler errors. */
export const problemLine = ({ file, line, column, message, fix }: ScenarioProblem): string =>
  `${file}:${line}:${column}: ${message}${fix === '' ? '' : ` ${fix}`}`;
