import type {
  InconclusiveReason,
  NearestMiss,
  RunReference,
  Verdict,
} from '#shared/schemas/scenario/report.ts';
import type { SubjectRecord } from '../history/history-index.ts';
import { messageOf } from '../history/readers.ts';
import { historyOf } from './message-history.ts';
import { referenceOf } from './reference.ts';

/** The result of an expectation or invariant, before it has a name and a place. */
export interface Outcome {
  readonly verdict: Verdict;
  /** Null unless it is inconclusive. */
  readonly undecided: InconclusiveReason['code'] | null;
  readonly expected: string | null;
  readonly found: string | null;
  readonly history: string | null;
  readonly reference: RunReference | null;
  readonly nearest: readonly NearestMiss[];
  /** As looked up, of the first record concerned. */
  readonly processed: number | null;
  readonly warnings: readonly string[];
  readonly decidedAt: number;
}

const nothingElse = {
  history: null,
  reference: null,
  nearest: [],
  processed: null,
  warnings: [],
} as const;

export const passedAt = (decidedAt: number, warnings: readonly string[] = []): Outcome => ({
  ...nothingElse,
  verdict: 'passed',
  undecided: null,
  expected: null,
  found: null,
  warnings,
  decidedAt,
});

export interface Failure {
  readonly expected: string;
  readonly found: string;
  /** The first record concerned. */
  readonly about?: SubjectRecord | null;
  readonly nearest?: readonly NearestMiss[];
  readonly processed?: number | null;
}

export const failedAt = (
  decidedAt: number,
  { expected, found, about, nearest, processed }: Failure,
): Outcome => {
  const message = about == null ? null : messageOf(about);
  return {
    ...nothingElse,
    verdict: 'failed',
    undecided: null,
    expected,
    found,
    history: message && historyOf(message),
    reference: about == null ? null : referenceOf(about),
    nearest: nearest ?? [],
    processed: processed ?? null,
    decidedAt,
  };
};

export const undecidedAt = (
  decidedAt: number,
  undecided: InconclusiveReason['code'],
  expected: string,
  found: string,
): Outcome => ({ ...nothingElse, verdict: 'inconclusive', undecided, expected, found, decidedAt });
