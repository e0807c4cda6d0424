import { z } from 'zod';
import { redactedMark } from '#shared/lib/redacted.ts';
import {
  Diagnosis,
  DiagnosisRequest,
  Difference,
  type Finding,
} from '#shared/schemas/signature.ts';
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

/** Around the first difference. */
const contextLength = 60;
const maxDifferenceLength = 200;

function around(text: string, offset: number | null): string {
  const start = Math.max(0, (offset ?? 0) - contextLength);
  const part = text.slice(start, start + maxDifferenceLength);
  return `${start > 0 ? '…' : ''}${part}${start + part.length < text.length ? '…' : ''}`;
}

/** Without secrets. */
export const mistakeOf = (finding: Finding) => hiding(['secret'], finding);

/** Without secrets and signatures, for a level that doesn't sign (D61). */
export const unsignedMistakeOf = (finding: Finding) =>
  hiding(['secret', 'digest', 'header'], finding);

function hiding(
  hidden: readonly z.output<typeof Difference>['of'][],
  { difference, alternatives, ...finding }: Finding,
): z.input<typeof FoundMistake> {
  const { of: kind, expected, found, offset } = difference;
  const shown = (text: string): string =>
    hidden.includes(kind) ? redactedMark : around(text, offset);
  return {
    ...finding,
    difference: { of: kind, offset, expected: shown(expected), found: shown(found) },
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
    received: shape.received.describe("or a request in a receiver's log"),
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
