/** User values are stored as JSON, small enough for a message. */

import { isNestedTooDeep, maxNesting } from '#shared/lib/nesting.ts';
import { maxValueBytes } from '#shared/schemas/trait.ts';

/** The synced value of every member of an audience. */
export const memberValue = 'true';

/** Why a value is invalid; null if it is valid. */
export function valueProblem(text: string): string | null {
  const bytes = Buffer.from(text);
  if (bytes.length > maxValueBytes) return 'The value is over 20 KB of JSON. Shorten it.';
  if (isNestedTooDeep(bytes)) return `The value is nested deeper than ${maxNesting} levels.`;
  return null;
}
