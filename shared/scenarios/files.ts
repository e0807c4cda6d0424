/** The files of a scenario, through a port. */
import { problemAt, type ScenarioProblem } from './problem.ts';

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file_missing' | 'file_too_large' | 'not_utf8' };

export const maxScenarioBytes = 1_048_576;

export interface ScenarioFiles {
  /** Resolves a path relative to the file `from`; null if it is outside the repository. */
  readonly resolve: (from: string, name: string) => string | null;
  /** At most `maxScenarioBytes` of UTF-8. */
  readonly read: (path: string) => Promise<FileText>;
  readonly exists: (path: string) => Promise<boolean>;
}

const texts = {
  file_missing: ['File not found.', 'Check the path.'],
  file_too_large: ['The file is too large: at most 1 MB.', 'Move data into fixtures.'],
  not_utf8: ['The file is not UTF-8.', 'Save it as UTF-8.'],
} as const;

export const fileProblem = (
  file: string,
  kind: Exclude<FileText['kind'], 'text'>,
): ScenarioProblem => {
  const [message, fix] = texts[kind];
  return problemAt({ file, line: 1, column: 1 }, kind, message, fix);
};
