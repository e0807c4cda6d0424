import type { Language } from '../../schemas/signature.ts';

/** Code that verifies X-Signature correctly: raw bytes, HMAC-SHA1, constant time. */
export interface VerificationSnippet {
  /** Stable name, such as `express`. */
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  /** File name that the framework expects. */
  readonly file: string;
  /** Command that installs dependencies; null if there are none. */
  readonly install: string | null;
  /** Returns the code, which reads the secret from this environment variable. */
  readonly code: (variable: string) => string;
}
