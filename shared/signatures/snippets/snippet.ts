/** All that is said in one programming language: fixes, and receivers for its frameworks. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';

type OfProfile<Value> = Value | ((profile: ProviderProfile) => Value);

/** A receiver that verifies correctly: raw bytes, as the profile signs, in constant time. */
export interface Framework {
  /** Stable name, such as `express`. */
  readonly id: string;
  readonly title: OfProfile<string>;
  /** File name that the framework expects. */
  readonly file: string;
  /** Command that installs dependencies; null if there are none. */
  readonly install: OfProfile<string | null>;
  /** The profiles that it is written for; default: all that sign. */
  readonly appliesTo?: (profile: ProviderProfile) => boolean;
  /** Returns the code, which reads the secret from this environment variable. */
  readonly code: (profile: ProviderProfile, variable: string) => string;
}

/** Fixes that name functions and settings of a language. */
export type LanguageFix =
  | 'raw_body'
  | 'exact_secret'
  | 'secret_bytes'
  | 'loaded_secret'
  | 'right_secret'
  | 'hash'
  | 'keyed_hash'
  | 'hex'
  | 'whole_header';

export interface HashFacts {
  readonly hash: 'sha1' | 'sha256' | 'sha512';
  /** Name of the header with the signature. */
  readonly header: string;
}

export interface LanguageTemplate {
  readonly id: string;
  readonly name: string;
  readonly fixes: (facts: HashFacts) => Readonly<Record<LanguageFix, string>>;
  readonly frameworks: readonly Framework[];
}

/**
 * The HMAC of the body alone, keyed with the text of the secret, in hexadecimal; null for other profiles, and for those
 * that don't accept 200, which the frameworks' receivers respond with.
 */
export function plainHash(profile: ProviderProfile): HashFacts | null {
  const { signature, tolerance, bodyHashParameter } = profile;
  if (signature.kind !== 'hmac' || acceptedStatus(profile) !== 200) return null;
  const { content, keyForm, encoding, value, entry, separator, hash, header } = signature;
  const isPlain =
    `${content} ${keyForm} ${encoding} ${value} ${entry}` ===
      '{body} text hex {signatures} {signature}' &&
    [separator, tolerance.pastMs, tolerance.futureMs, bodyHashParameter].every(
      (part) => part === null,
    );
  return isPlain ? { hash, header } : null;
}

/** A framework for profiles with a plain hash. */
export const forPlainHash = (
  framework: Omit<Framework, 'appliesTo' | 'code'> & {
    readonly code: (facts: HashFacts, variable: string) => string;
  },
): Framework => ({
  ...framework,
  appliesTo: (profile) => plainHash(profile) !== null,
  code: (profile, variable) => {
    const facts = plainHash(profile);
    return facts === null ? '' : framework.code(facts, variable);
  },
});

/** Name of a header in CGI and Rack. */
export const environmentName = (header: string): string =>
  `HTTP_${header.toUpperCase().replaceAll('-', '_')}`;
