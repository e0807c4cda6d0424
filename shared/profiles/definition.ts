/** A profile of one's own, from the text of a JSON file. */
import { z } from 'zod';
import { ProviderProfile } from './profile.ts';
import { builtInProfile } from './profiles.ts';

/** What is wrong with a definition, and the fix; null if nothing is. */
export const definitionProblem = ({ id }: ProviderProfile): string | null =>
  builtInProfile(id) === undefined
    ? null
    : `The ID "${id}" belongs to a built-in profile. Choose another ID.`;

/** The errors of a definition, each after the path of its field. */
const issuesText = (issues: readonly z.core.$ZodIssue[]): string =>
  issues
    .map(({ path, message }) =>
      path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`,
    )
    .join('\n');

/** The definition, or why there is none. */
export function definitionIn(text: string): ProviderProfile | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The file is not valid JSON.';
  }
  const { data, error } = ProviderProfile.safeParse(value);
  return data === undefined ? issuesText(error.issues) : (definitionProblem(data) ?? data);
}
