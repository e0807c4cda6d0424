/** What the X-ray of a signature says. Pure. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { algorithmLabel } from '#shared/profiles/text.ts';
import { causeTexts, type RejectionCause } from '#shared/signatures/rejection-causes.ts';
import type { Diagnosis, SignatureCause } from '#shared/signatures/signature.ts';

const partNames = ['secret', 'algorithm', 'encoding', 'bytes'] as const;
type PartName = (typeof partNames)[number];

/** What a digest depends on. */
export interface DigestPart {
  readonly part: PartName;
  readonly name: string;
  readonly state: 'right' | 'wrong' | 'unknown';
  readonly value: string;
}

export interface SignatureSummary {
  readonly title: string;
  readonly detail: string;
  readonly parts: readonly DigestPart[];
}

const names: Readonly<Record<PartName, string>> = {
  secret: 'Secret',
  algorithm: 'Algorithm',
  encoding: 'Encoding',
  bytes: 'Bytes',
};

function valuesOf({ signature }: ProviderProfile): Readonly<Record<PartName, string>> | null {
  if (signature.kind === 'none' || signature.kind === 'token') return null;
  const algorithm = algorithmLabel(signature);
  return { secret: 'same', algorithm, encoding: signature.encoding, bytes: 'same' };
}

/** Of a profile without a digest, only the secret is sent. */
function partsOf(
  profile: ProviderProfile,
  stateOf: (part: PartName) => DigestPart['state'],
): readonly DigestPart[] {
  const values = valuesOf(profile);
  return partNames
    .filter((part) => values !== null || part === 'secret')
    .map((part) => {
      const state = stateOf(part);
      const value = values?.[part] ?? 'same';
      const isKnown = state === 'right' || value !== 'same';
      return { part, name: names[part], state, value: isKnown ? value : 'not known' };
    });
}

/** The part that a cause gets wrong; null if the request itself is wrong. */
function wrongPart(
  { code, difference: { of } }: SignatureCause,
  isHashed: boolean,
): PartName | null {
  if (of === 'secret' || code.startsWith('secret_')) return 'secret';
  if (!isHashed) return null;
  if (of === 'algorithm') return 'algorithm';
  return of === 'digest' || of === 'header' ? 'encoding' : 'bytes';
}

const isReserialized = ({ code }: SignatureCause): boolean =>
  /^(?:json_|number_precision)/.test(code);

function titleOf(subject: string, cause: SignatureCause, part: PartName | null): string {
  const { message } = cause;
  const { of } = cause.difference;
  if (part === null) return message;
  if (part === 'secret') return `${subject} uses another secret`;
  if (part === 'algorithm') return `${subject} computes the digest in another way`;
  if (part === 'encoding') return `${subject} writes the digest in another form`;
  if (isReserialized(cause))
    return `${subject} hashed re-serialized JSON, not the bytes it received`;
  if (of === 'url') return `${subject} hashed another URL`;
  return of === 'content'
    ? `${subject} hashed other content than was signed`
    : `${subject} hashed other bytes than it received`;
}

const receiverOf = (isMock: boolean): string => (isMock ? 'The mock endpoint' : 'Your server');

/** A sentence for each mistake that says more than the title: of re-serialized JSON, how its bytes differ. */
function detailOf(causes: readonly SignatureCause[], title: string, changes: string): string {
  const [only] = causes;
  if (causes.length === 1 && only !== undefined && isReserialized(only) && changes !== '')
    return `The secret is right, but ${changes}.`;
  return causes
    .map(({ message }) => message)
    .filter((message) => message !== title)
    .join(' ');
}

/** `changes` says how the hashed bytes differ; empty if they don't. */
export function explainedSummary(
  profile: ProviderProfile,
  { causes, bytes }: Diagnosis,
  changes: string,
  isMock: boolean,
): SignatureSummary {
  const isHashed = bytes !== null;
  const wrong = causes.map((cause) => wrongPart(cause, isHashed));
  const [first] = causes;
  const title =
    causes.length > 1 || first === undefined
      ? `${receiverOf(isMock)} makes ${causes.length} mistakes at once`
      : titleOf(receiverOf(isMock), first, wrong[0] ?? null);
  return {
    title,
    detail: isMock
      ? 'Set the secret of the destination in the mock endpoint.'
      : detailOf(causes, title, changes),
    parts: partsOf(profile, (part) =>
      wrong.includes(part) ? 'wrong' : isHashed ? 'right' : 'unknown',
    ),
  };
}

/** Of a signature that is entered. */
export const checkedSummary = (
  profile: ProviderProfile,
  text: Pick<SignatureSummary, 'title' | 'detail'>,
  state: DigestPart['state'],
): SignatureSummary => ({ ...text, parts: partsOf(profile, () => state) });

const titles: Readonly<Record<RejectionCause, string>> = {
  reserialized_json: 'Your server verifies re-serialized JSON',
  body_truncated: 'Your server truncates the body, or limits its size',
  body_trimmed: 'Your server trims the body',
  other_secret: 'Your server probably uses another secret',
  comparison: 'Your server computed the right digest, and rejected it',
  signature_mismatch: 'The library of your server computed another signature',
  body_parsed: 'Your server passes a parsed body to its library',
  body_missing: 'Your server passes no body to its library',
  timestamp_tolerance: 'The library of your server rejected the timestamp',
  header_missing: 'The library of your server found no signature',
  header_malformed: "The library of your server can't read the signature header",
  secret_missing: 'Your server passes no secret to its library',
  secret_malformed: "The library of your server can't decode the secret",
  url_missing: 'Your server passes no URL to its library',
};

const wrongByCause: Partial<Record<RejectionCause, PartName>> = {
  body_parsed: 'bytes',
  body_missing: 'bytes',
  reserialized_json: 'bytes',
  body_truncated: 'bytes',
  body_trimmed: 'bytes',
  secret_missing: 'secret',
  secret_malformed: 'secret',
};

/** How to find out; a public key computes no digest. */
const unknownDetails: Readonly<Record<ProviderProfile['signature']['kind'], string>> = {
  none: '',
  token: 'Check which header it reads, and which secret it compares with it.',
  hmac: 'Return the digest that it computed, and the cause is found:',
  ed25519: 'Check its public key. To compare the bytes, return what it verified:',
  ecdsa_p256: 'Check its public key. To compare the bytes, return what it verified:',
};

/** What the response shows if its digest isn't explained; null if it shows nothing. */
export function unexplainedSummary(
  profile: ProviderProfile,
  cause: RejectionCause | null,
  isMock: boolean,
): SignatureSummary {
  if (cause === null)
    return {
      title: `${receiverOf(isMock)} rejected the signature, and doesn't say why`,
      detail: unknownDetails[profile.signature.kind],
      parts: partsOf(profile, () => 'unknown'),
    };
  const { message, fix } = causeTexts[cause];
  return {
    title: titles[cause],
    detail:
      cause === 'other_secret'
        ? 'No known mistake explains its digest. To compare the bytes, return what it hashed:'
        : cause === 'comparison'
          ? fix
          : `${message} ${fix}`,
    parts: partsOf(profile, (part) =>
      cause === 'comparison' ? 'right' : wrongByCause[cause] === part ? 'wrong' : 'unknown',
    ),
  };
}
