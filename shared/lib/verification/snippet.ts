import type { Language } from '../../schemas/signature.ts';

/** A receiver that verifies X-Signature as it should be: raw bytes, HMAC-SHA1, constant time. */
export interface VerificationSnippet {
  /** Stable name, such as `express`. */
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  /** Where the code goes, as the framework expects it. */
  readonly file: string;
  /** What it needs besides the language; null for nothing. */
  readonly install: string | null;
  /** The code, reading the secret from this environment variable. */
  readonly code: (variable: string) => string;
}
