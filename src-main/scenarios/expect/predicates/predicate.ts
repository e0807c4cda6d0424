/** A predicate, counted as records are added and changed. */
import type { MessageRecord, SubjectRecord } from '../../history/history-index.ts';

/** The actual result. */
export interface Finding {
  readonly found: string;
  /** The first record that violates it; the history of its message is shown. */
  readonly about: SubjectRecord | null;
  /**
   * Where to look for the nearest misses: records that lack a term of the filter (of one message, or
   * all), or records that lack a term of `every`.
   */
  readonly misses:
    | { readonly of: 'filter'; readonly message: MessageRecord | null }
    | { readonly of: 'every'; readonly records: readonly SubjectRecord[] }
    | null;
}

/** Without a record that violates it. */
export const nothingFound = (found: string): Finding => ({
  found,
  about: null,
  misses: { of: 'filter', message: null },
});

export interface Predicate {
  /** A record that matches the filter now. */
  readonly add: (record: SubjectRecord) => void;
  /** A record that was added before, and changed. */
  readonly remove?: (record: SubjectRecord) => void;
  /** Every accepted message, whether it matches or not. */
  readonly addMessage?: ((message: MessageRecord) => void) | undefined;
  readonly holds: () => boolean;
  /** Only when it doesn't hold. */
  readonly finding: () => Finding;
  /** Nothing was added that could violate it. */
  readonly isEmpty: () => boolean;
}
