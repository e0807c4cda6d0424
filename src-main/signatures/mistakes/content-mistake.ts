/** A mistake in the content that a profile signs. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import type { Mistake } from './mistake.ts';

export interface ContentFacts {
  /** As in the profile, such as `{timestamp}.{body}`. */
  readonly template: string;
  readonly unit: ProviderProfile['timestamp'];
  readonly bodyHashParameter: string | null;
  readonly timestamp: string;
  /** In milliseconds; null if it can't be read. */
  readonly time: number | null;
  readonly method: string;
  readonly url: string;
  /** Other URLs at which the receiver may be known. */
  readonly otherUrls: readonly string[];
  /** Unix seconds at which a receiver may have read its clock. */
  readonly clockSeconds: readonly number[];
}

/** What is signed instead. */
export interface ChangedContent {
  readonly template?: string;
  readonly timestamp?: string;
  readonly method?: string;
  readonly url?: string;
  /** Replaces the fields of the form. */
  readonly form?: (body: Buffer) => string;
  readonly body?: (body: Buffer) => Buffer;
}

export interface ContentMistake extends Mistake {
  readonly change: (facts: ContentFacts) => readonly ChangedContent[];
}

export const uses = ({ template }: ContentFacts, name: string): boolean =>
  template.includes(`{${name}}`);

/** `what` was signed instead. */
export const signed =
  (fix: Mistake['fix']) =>
  (code: string, what: string, change: ContentMistake['change']): ContentMistake => ({
    ...{ code, message: () => `The signature is of ${what}`, fix, change },
  });
