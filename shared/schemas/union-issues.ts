/** Replaces the issue of a union with those of the alternative that the value is meant for. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Whether the value has a different type than this alternative, such as an object instead of a name. */
const isOtherType = (issues: readonly Issue[]): boolean =>
  issues.some(
    ({ code, path }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'),
  );

/** An issue for each mistake, with its full path, where only one alternative of a union has the value's type. */
export function fieldIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [alternative, other] = issue.errors.filter((issues) => !isOtherType(issues));
  if (alternative === undefined || other !== undefined) return [issue];
  return alternative.flatMap((inner) =>
    fieldIssues({ ...inner, path: [...issue.path, ...inner.path] } as Issue),
  );
}
