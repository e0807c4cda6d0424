/** Other hash functions, and other ways to combine secret and body. */
import { createHash, createHmac } from 'node:crypto';
import type { Mistake } from './mistake.ts';

export type HashName = 'sha1' | 'sha256' | 'sha512' | 'md5' | 'sha384' | 'sha224';

/** The mistake is null for the correct hash. */
export interface HashChoice {
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
export function hashChoicesFor(right: HashName): readonly HashChoice[] {
  const rightName = hashes.find(([hash]) => hash === right)?.[1] ?? right;
  const choices = hashes.map(
    ([hash, name, digestBytes]): HashChoice => ({
      hash,
      name,
      digestBytes,
      mistake:
        hash === right
          ? null
          : {
              code: `digest_${hash}`,
              message: `The receiver computed the digest with ${name} instead of ${rightName}.`,
              fix: 'sha1',
            },
    }),
  );
  return choices.toSorted((a, b) => Number(b.mistake === null) - Number(a.mistake === null));
}

export const hashChoices = hashChoicesFor('sha1');

/** How secret and body are combined. The mistake is null for HMAC, which is correct. */
export interface Construction {
  readonly mistake: Mistake | null;
  readonly usesSecret: boolean;
  /** Describes the computation, including the hash name. */
  readonly formula: (hash: string) => string;
  readonly digest: (hash: HashName, secret: string | Buffer, body: Buffer) => Buffer;
}

const otherConstruction = (
  code: string,
  message: string,
  formula: Construction['formula'],
  digest: Construction['digest'],
  usesSecret = true,
): Construction => ({
  mistake: { code, message, fix: 'keyed_hash' },
  usesSecret,
  formula,
  digest,
});

export const constructions: readonly Construction[] = [
  {
    mistake: null,
    usesSecret: true,
    formula: (hash) => `HMAC with ${hash}, key: secret, data: body`,
    digest: (hash, secret, body) => createHmac(hash, secret).update(body).digest(),
  },
  otherConstruction(
    'digest_without_key',
    'The receiver computed a plain hash of the body, without the secret.',
    (hash) => `${hash} of the body`,
    (hash, _, body) => createHash(hash).update(body).digest(),
    false,
  ),
  otherConstruction(
    'digest_swapped',
    'The receiver swapped key and data: the body was the key, and the secret was hashed.',
    (hash) => `HMAC with ${hash}, key: body, data: secret`,
    (hash, secret, body) => createHmac(hash, body).update(secret).digest(),
  ),
  otherConstruction(
    'digest_secret_before_body',
    'The receiver computed a plain hash of the secret followed by the body instead of an HMAC.',
    (hash) => `${hash} of secret + body`,
    (hash, secret, body) => createHash(hash).update(secret).update(body).digest(),
  ),
  otherConstruction(
    'digest_body_before_secret',
    'The receiver computed a plain hash of the body followed by the secret instead of an HMAC.',
    (hash) => `${hash} of body + secret`,
    (hash, secret, body) => createHash(hash).update(body).update(secret).digest(),
  ),
  otherConstruction(
    'digest_of_digest',
    'The receiver computed the HMAC of a hash of the body (its hexadecimal digits) instead of the body.',
    (hash) => `HMAC with ${hash}, key: secret, data: ${hash} of the body`,
    (hash, secret, body) =>
      createHmac(hash, secret).update(createHash(hash).update(body).digest('hex')).digest(),
  ),
];
