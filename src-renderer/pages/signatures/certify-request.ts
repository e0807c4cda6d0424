/** From what is typed to the request, or the sentence for each field that is not right yet. Pure. */
import { CertificationRequest } from '#shared/schemas/certification.ts';
import type { CertifyForm } from './certify-store.ts';

export interface CheckedForm {
  /** Null while something is missing. */
  readonly request: CertificationRequest | null;
  /** By the name of the field; for a reason, by the code of its check. */
  readonly problems: Readonly<Record<string, string>>;
}

const statuses = (text: string): readonly number[] | undefined =>
  text.trim() === ''
    ? undefined
    : text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number);

export function checkForm({ off, expectReject, lookUpUrl, ...form }: CertifyForm): CheckedForm {
  const skip = Object.entries(off).map(([code, reason]) => ({ code, reason }));
  const checked = CertificationRequest.safeParse({
    ...form,
    skip,
    expectReject: statuses(expectReject),
    ...(lookUpUrl.trim() !== '' && { lookUpUrl: lookUpUrl.trim() }),
  });
  if (checked.success) return { request: checked.data, problems: {} };
  const problems = checked.error.issues.map(({ path: [field, index], message }) => [
    field === 'skip' ? skip[Number(index)]?.code : String(field),
    message,
  ]);
  return { request: null, problems: Object.fromEntries(problems) };
}
