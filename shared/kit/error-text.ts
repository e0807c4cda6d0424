/** Error texts used by several operations. */
import { capitalized, formatCount } from './format.ts';

/** For example "Saved filter not found." */
export const notFoundText = (noun: string): string => `${capitalized(noun)} not found.`;

export const unexpectedError = {
  message: 'Unexpected error.',
  fix: 'Check the log.',
} as const;

/** Response for documentation pages that are not built yet. */
export const docsNotBuilt =
  'The documentation isn\'t built yet. Reload in a few seconds, or run "npm run docs".\n';

export const errorText = (error: {
  readonly message: string;
  readonly fix?: string | undefined;
}): string => (error.fix === undefined ? error.message : `${error.message} ${error.fix}`);

/** A field's path in a file, such as `destinations[0].webhooks[1].url`. */
export const fieldName = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`,
    '',
  );

export const maxIssues = 100;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly fix?: string | undefined;
}

/** Enough to fix a file, and a bound for one that has problems everywhere. */
export function firstIssues<T extends Issue>(
  issues: readonly T[],
  count = issues.length,
): readonly (T | { readonly path: []; readonly message: string })[] {
  const others = count - maxIssues;
  if (others <= 0) return issues;
  const message = `And ${formatCount(others)} more problem${others === 1 ? '' : 's'}.`;
  return [...issues.slice(0, maxIssues), { path: [], message }];
}
