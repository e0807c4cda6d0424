/** A profile of one's own, from the text of a JSON file. */
import { ProviderProfile } from '../schemas/profile.ts';
import { builtInProfiles } from './profiles.ts';

/** The definition, or why there is none. */
export function definitionIn(text: string): ProviderProfile | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The file is not valid JSON.';
  }
  const { data, error } = ProviderProfile.safeParse(value);
  if (data === undefined)
    return error.issues
      .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
      .join('\n');
  return builtInProfiles.some(({ id }) => id === data.id)
    ? `The ID "${data.id}" belongs to a built-in profile. Choose another one.`
    : data;
}
