import { z } from 'zod';
import { redactedMark } from '#shared/lib/redacted.ts';
import { createRedaction, type Redaction } from '#shared/lib/redaction.ts';
import {
  Diagnosis,
  DiagnosisRequest,
  Difference,
  type Finding,
} from '#shared/schemas/signature.ts';
import { sliceOf } from '../text-parts.ts';
import { defineTool } from '../tool.ts';

export const FoundMistake = z.object({
  /** Such as `json_python`. */
  code: z.string(),
  message: z.string(),
  fix: z.string(),
  difference: Difference.pick({ of: true, offset: true }).extend({
    expected: z.string(),
    found: z.string(),
  }),
  /** Codes of other mistakes that give the same bytes. */
  alternatives: z.array(z.string()),
});

type Kind = z.output<typeof Difference>['of'];

/** Content is cut around the difference, so a secret of the URL in it may be only a part, which no redaction finds. */
const secretKinds: readonly Kind[] = ['secret', 'content'];

/** Signatures are secret too, for a level that doesn't sign (D61). */
const unsignedKinds: readonly Kind[] = [...secretKinds, 'digest', 'header'];

/** Only a URL is longer. */
const maxDifferenceLength = 200;

/** Without secrets. */
export const mistakeOf = (finding: Finding) => hiding(secretKinds, finding, createRedaction([]));

/** Without secrets and signatures. */
export const unsignedMistakeOf = (finding: Finding, redaction: Redaction) =>
  hiding(unsignedKinds, finding, redaction);

function hiding(
  hidden: readonly Kind[],
  { difference, alternatives, ...finding }: Finding,
  redaction: Redaction,
): z.input<typeof FoundMistake> {
  const { of: kind, offset } = difference;
  // Its secrets, which the receiver may have decoded.
  if (kind === 'url') redaction.learn({ request: { url: difference.expected, headers: [] } });
  const shown = (text: string): string => {
    if (hidden.includes(kind)) return redactedMark;
    const redacted = redaction.text(text);
    const safe = kind === 'url' ? redaction.url(redacted) : redacted;
    return safe.length <= maxDifferenceLength ? safe : `${sliceOf(safe, 0, maxDifferenceLength)}…`;
  };
  return {
    ...finding,
    difference: {
      ...{ of: kind, offset },
      expected: shown(difference.expected),
      found: shown(difference.found),
    },
    alternatives: alternatives.map(({ code }) => code),
  };
}

const { shape } = DiagnosisRequest;

export const diagnoseSignature = defineTool({
  name: 'diagnose_signature',
  title: 'Diagnose a signature',
  description:
    "Finds a receiver's mistake from the digest that it computed (`observed`): wrong bytes, wrong secret, wrong algorithm or encoding, with the fix in the receiver's language. Pass deliveryId or received, and body and secret are known; otherwise pass both.",
  // The result has the valid signature of any body (D61).
  level: 'write',
  isIdempotent: true,
  input: z.object({
    deliveryId: shape.deliveryId.describe('delivery whose body and secret are used'),
    received: shape.received.describe("or a request in a mock endpoint's log"),
    body: shape.body.describe('or the body as sent'),
    secret: shape.secret.describe('with body: the shared secret'),
    observed: shape.observed.describe('digest that the receiver computed'),
    language: shape.language,
  }),
  output: Diagnosis.pick({ verdict: true, message: true, digest: true }).extend({
    mistakes: z.array(FoundMistake),
  }),
  async run({ given }, { client, signal }) {
    const diagnosis = await client.signatures.diagnose(given, { signal });
    return { ...diagnosis, mistakes: diagnosis.findings.map(mistakeOf) };
  },
});
