import { z } from 'zod';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import { redactedMark } from '#shared/kit/redacted.ts';
import {
  Diagnosis,
  DiagnosisRequest,
  Difference,
  type SignatureCause,
  secretDifferences,
} from '#shared/signatures/signature.ts';
import { sliceOf } from '../text-parts.ts';
import { action, pick } from '../tool.ts';

export const ShownCause = z.object({
  /** Such as `json_python`. */
  code: z.string(),
  message: z.string(),
  fix: z.string(),
  difference: pick(Difference, 'of offset').extend({
    expected: z.string(),
    found: z.string(),
  }),
  /** Codes of other mistakes that give the same bytes. */
  alternatives: z.array(z.string()),
});

/** Only a URL is longer. */
const maxDifferenceLength = 200;

/** Without secrets. */
export function shownCauseOf(
  { difference, alternatives, ...cause }: SignatureCause,
  redaction: Redaction,
): z.input<typeof ShownCause> {
  const { of: kind, offset } = difference;
  // Its secrets, which the receiver may have decoded.
  if (kind === 'url') redaction.learn({ request: { url: difference.expected, headers: [] } });
  const shown = (text: string): string => {
    if (secretDifferences.includes(kind)) return redactedMark;
    const redacted = redaction.text(text);
    const safe = kind === 'url' ? redaction.url(redacted) : redacted;
    return safe.length <= maxDifferenceLength ? safe : `${sliceOf(safe, 0, maxDifferenceLength)}…`;
  };
  return {
    ...cause,
    difference: {
      ...{ of: kind, offset },
      expected: shown(difference.expected),
      found: shown(difference.found),
    },
    alternatives: alternatives.map(({ code }) => code),
  };
}

const { shape } = DiagnosisRequest;

export const diagnoseSignature = action({
  description:
    "Finds a receiver's mistake from the digest that it computed (`observed`): wrong bytes, wrong secret, wrong algorithm or encoding, with the fix in the receiver's language. Pass deliveryId or received, and body and secret are known; otherwise pass both.",
  operations: ['signatures.diagnose'],
  input: z.object({
    deliveryId: shape.deliveryId.describe('delivery whose body and secret are used'),
    received: shape.received.describe("or a request in a mock endpoint's log"),
    body: shape.body.describe('or the body as sent'),
    secret: shape.secret.describe('with body: the shared secret'),
    observed: shape.observed.describe('digest that the receiver computed'),
    language: shape.language,
  }),
  output: pick(Diagnosis, 'verdict message digest').extend({
    causes: z.array(ShownCause),
  }),
  async run(input, { api, signal, readRedaction }) {
    const diagnosis = await api.signatures.diagnose(input, { signal });
    const redaction = await readRedaction();
    return {
      ...diagnosis,
      causes: diagnosis.causes.map((cause) => shownCauseOf(cause, redaction)),
    };
  },
});
