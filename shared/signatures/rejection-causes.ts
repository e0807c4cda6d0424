/** Why a receiver rejects a signed request, and the fix. */
import { libraryCauses } from './library-errors.ts';

export const rejectionCauses = [
  'reserialized_json',
  'body_truncated',
  'body_trimmed',
  'other_secret',
  'comparison',
  ...libraryCauses,
] as const;
export type RejectionCause = (typeof rejectionCauses)[number];

interface CauseText {
  readonly message: string;
  readonly fix: string;
}

const rawBody = 'Pass the raw body to the library, exactly as it arrived.';

export const causeTexts: Readonly<Record<RejectionCause, CauseText>> = {
  reserialized_json: {
    message: 'The receiver verifies re-serialized JSON.',
    fix: 'Hash the raw body, before it is parsed.',
  },
  body_truncated: {
    message: 'The receiver truncates the body, or limits its size.',
    fix: 'Read and hash the whole body.',
  },
  body_trimmed: {
    message: 'The receiver seems to trim the body before hashing it.',
    fix: 'Hash the raw body, with the whitespace around it.',
  },
  other_secret: {
    message:
      'No known mistake explains the digest in the response: it was probably computed with a different secret.',
    fix: 'Set the same secret in the receiver.',
  },
  comparison: {
    message: 'The digest in the response is right.',
    fix: 'Check how the receiver compares it, and which header it reads.',
  },
  signature_mismatch: {
    message: 'The signature that the library computed differs.',
    fix: `Check that both secrets are the same. ${rawBody}`,
  },
  body_parsed: { message: 'The library got a parsed body.', fix: rawBody },
  body_missing: {
    message: 'The library got no body.',
    fix: `Check that nothing else reads the body first. ${rawBody}`,
  },
  timestamp_tolerance: {
    message: 'The library rejected the timestamp.',
    fix: 'Synchronize the clocks of both machines, and pass the timestamp as received.',
  },
  header_missing: {
    message: 'The library found no signature, or one of its headers is missing.',
    fix: 'Pass all headers as received, with their names in the case that the library expects.',
  },
  header_malformed: {
    message: "The library can't read the signature header.",
    fix: "Pass the whole value of the profile's signature header.",
  },
  secret_missing: {
    message: 'The library got no secret.',
    fix: "Set the receiver's secret, and check where it is read.",
  },
  secret_malformed: {
    message: "The library can't decode the secret.",
    fix: 'Pass the secret exactly as the provider shows it, without whitespace or quotes.',
  },
  url_missing: {
    message: 'The library got no URL.',
    fix: "Pass the URL as entered in the provider's settings.",
  },
};

export const namedCause = <Code extends RejectionCause>(code: Code) => ({
  code,
  ...causeTexts[code],
});

/** Each with its fix. */
export const causesText = (causes: readonly CauseText[]): string =>
  causes.map(({ message, fix }) => `${message} ${fix}`).join(' ');
