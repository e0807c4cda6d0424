/** Checks a signature by its profile (spec 5, D55). */
import type { CheckedSignature, SignatureHint } from '#shared/signatures/signature.ts';
import { verdictLabels } from '#shared/signatures/steps.ts';
import { explainSignature, hashedBytes } from './explain.ts';
import { headerName } from './fixes.ts';
import { type SignatureSubject, withObserved } from './signed-request.ts';

/** Any header line that ends in a signature. A different header name is reported as a hint. */
const headerLine = /^\s*([\w-]*signature[\w-]*)\s*:\s*(.*)$/is;

/** Values that a receiver prints if the header is missing. */
const absentValue = /^(?:undefined|null|none|nil|<nil>|false)$/i;

/** Of a signature as it was sent if none was pasted. */
function validHint(header: string, name: string | null, observed: string): SignatureHint {
  if (observed === '') return { code: 'receiver_differs', found: null };
  return name === null || name.toLowerCase() === header.toLowerCase()
    ? { code: 'header_lookup', found: name }
    : { code: 'header_name', found: name };
}

/** Ignores surrounding whitespace, which belongs to the header. */
export function check(subject: SignatureSubject, pasted = ''): CheckedSignature {
  const { profile, secret, body } = subject;
  const header = headerName(profile);
  const [, name = null, value = pasted] = headerLine.exec(pasted) ?? [];
  const observed = value.trim();
  const headers = withObserved(subject, observed);
  const explanation = explainSignature(profile, secret, { ...subject, headers });
  const { steps, verdict } = explanation;
  const content = steps.find(({ code }) => code === 'content');
  const expected = steps.find(({ code }) => code === 'expected');
  const isEmpty = verdict === 'header_missing' && Object.keys(headers).length === 0;
  const valid = verdict === 'valid';
  return {
    valid,
    hints: absentValue.test(observed)
      ? [{ code: 'header_missing', found: observed }]
      : valid
        ? [validHint(header, name, observed)]
        : [],
    message: isEmpty
      ? `Nothing to compare yet. Paste the ${header} header or the receiver's digest.`
      : verdictLabels[verdict],
    digest: (expected?.code === 'expected' ? expected.value : null) ?? '',
    hashed: content?.code === 'content' ? content.bytes : hashedBytes(body),
    explanation,
  };
}
