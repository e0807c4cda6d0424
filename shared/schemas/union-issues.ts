/** Issues inside the forms of unions, instead of one that joins them. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Whether the value has another type than this form of a union, such as an object instead of a name. */
const isOtherType = (issues: readonly Issue[]): boolean =>
  issues.some(
    ({ code, path }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'),
  );

/** An issue for each mistake, with its full path, where only one form of a union fits the value's type. */
export function fieldIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [form, other] = issue.errors.filter((issues) => !isOtherType(issues));
  if (form === undefined || other !== undefined) return [issue];
  return form.flatMap((inner) =>
    fieldIssues({ ...inner, path: [...issue.path, ...inner.path] } as Issue),
  );
}
