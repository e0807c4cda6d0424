/** User values are stored as JSON, small enough for a message. */

import { maxValueBytes } from '#shared/audiences/trait.ts';
import type { LineProblem } from '#shared/kit/line-problem.ts';
import { isNestedTooDeep, maxNesting } from '#shared/kit/nesting.ts';

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
