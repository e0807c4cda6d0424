/** Other hash functions, and other ways to combine secret and body. */
import { createHash, createHmac } from 'node:crypto';
import { did, type Mistake } from './mistake.ts';

export type HashName = 'sha1' | 'sha256' | 'sha512' | 'md5' | 'sha384' | 'sha224';

/** The mistake is null for the correct hash. */
export interface HashCandidate {
  readonly hash: HashName;
  readonly name: string;
  readonly mistake: Mistake | null;
  readonly digestBytes: number;
}

const hashes = [
  ['sha1', 'SHA-1', 20],
  ['sha256', 'SHA-256', 32],
  ['sha512', 'SHA-512', 64],
  ['md5', 'MD5', 16],
  ['sha384', 'SHA-384', 48],
  ['sha224', 'SHA-224', 28],
] as const satisfies readonly (readonly [HashName, string, number])[];

/** The right hash first. */
export function hashCandidatesFor(right: HashName): readonly HashCandidate[] {
  const rightName = hashes.find(([hash]) => hash === right)?.[1] ?? right;
  const choices = hashes.map(
    ([hash, name, digestBytes]): HashCandidate => ({
      hash,
      name,
      digestBytes,
      mistake:
        hash === right
          ? null
          : {
              code: `digest_${hash}`,
              message: did(`computed the digest with ${name} instead of ${rightName}.`),
              fix: 'hash',
            },
    }),
  );
  return choices.toSorted((a, b) => Number(b.mistake === null) - Number(a.mistake === null));
}

/** How secret and body are combined. The mistake is null for HMAC, which is correct. */
export interface DigestMethod {
  readonly mistake: Mistake | null;
  readonly usesSecret: boolean;
  /** Describes the computation, including the hash name. */
  readonly formula: (hash: string) => string;
  readonly digest: (hash: HashName, secret: string | Buffer, body: Buffer) => Buffer;
}

const otherMethod = (
  code: string,
  what: string,
  formula: DigestMethod['formula'],
  digest: DigestMethod['digest'],
  usesSecret = true,
): DigestMethod => ({
  mistake: { code, message: did(what), fix: 'keyed_hash' },
  usesSecret,
  formula,
  digest,
});

export const digestMethods: readonly DigestMethod[] = [
  {
    mistake: null,
    usesSecret: true,
    formula: (hash) => `HMAC with ${hash}, key: secret, data: body`,
    digest: (hash, secret, body) => createHmac(hash, secret).update(body).digest(),
  },
  otherMethod(
    'digest_without_key',
    'computed a plain hash of the body, without the secret.',
    (hash) => `${hash} of the body`,
    (hash, _, body) => createHash(hash).update(body).digest(),
    false,
  ),
  otherMethod(
    'digest_swapped',
    'swapped key and data: the body was the key, and the secret was hashed.',
    (hash) => `HMAC with ${hash}, key: body, data: secret`,
    (hash, secret, body) => createHmac(hash, body).update(secret).digest(),
  ),
  otherMethod(
    'digest_secret_before_body',
    'computed a plain hash of the secret followed by the body instead of an HMAC.',
    (hash) => `${hash} of secret + body`,
    (hash, secret, body) => createHash(hash).update(secret).update(body).digest(),
  ),
  otherMethod(
    'digest_body_before_secret',
    'computed a plain hash of the body followed by the secret instead of an HMAC.',
    (hash) => `${hash} of body + secret`,
    (hash, secret, body) => createHash(hash).update(body).update(secret).digest(),
  ),
  otherMethod(
    'digest_of_digest',
    'computed the HMAC of a hash of the body (its hexadecimal digits) instead of the body.',
    (hash) => `HMAC with ${hash}, key: secret, data: ${hash} of the body`,
    (hash, secret, body) =>
      createHmac(hash, secret).update(createHash(hash).update(body).digest('hex')).digest(),
  ),
];
