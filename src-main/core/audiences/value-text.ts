/** User values are stored as JSON, small enough for a message. */

import { isNestedTooDeep, maxNesting } from '#shared/lib/nesting.ts';
import type { LineProblem } from '#shared/schemas/line-problem.ts';
import { maxValueBytes } from '#shared/schemas/trait.ts';

/** The synced value of every member of an audience. */
export const memberValue = 'true';

/** Why a value is invalid; null if it is valid. */
export function valueProblem(text: string): LineProblem | null {
  const bytes = Buffer.from(text);
  if (bytes.length > maxValueBytes)
    return { code: 'value_too_long', params: { max: maxValueBytes } };
  if (isNestedTooDeep(bytes)) return { code: 'nested_too_deep', params: { max: maxNesting } };
  return null;
}
