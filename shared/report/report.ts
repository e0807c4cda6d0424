/** What a report shows: groups of cases with their verdicts. `junit.ts` and `html.ts` write it. */
import type { SenderEvidence } from '#shared/certification/sender.ts';

/** `skipped`: without a judgment. */
export type CaseVerdict = 'passed' | 'warned' | 'failed' | 'skipped' | 'inconclusive';

/** A verdict, and the same in words. */
interface ReportVerdict {
  readonly verdict: CaseVerdict;
  readonly label: string;
  /** In a column of its own; null without that column. */
  readonly aside: string | null;
}

/** A named piece of text: a fact, or evidence for a verdict. */
export interface ReportDetail {
  readonly label: string;
  readonly text: string;
  readonly difference?: SenderEvidence['difference'];
}

export interface ReportCase extends ReportVerdict {
  readonly name: string;
  /** Of a check that belongs to us; null if `place` has it. */
  readonly code: string | null;
  /** Where the user defined it, such as `outage.yaml:12:5`, or the code of an invariant; null for others. */
  readonly place: string | null;
  /** Type of a failure in JUnit. */
  readonly kind: string;
  /** What was found; empty if there is nothing to say. */
  readonly message: string;
  readonly note: string | null;
  /** Null if all cases take place at once. */
  readonly seconds: number | null;
  readonly details: readonly ReportDetail[];
}

export interface ReportGroup {
  readonly name: string;
  /** Names of its suite and its classes in JUnit. */
  readonly suite: string;
  readonly className: string;
  /** Null if only the whole report has a verdict. */
  readonly result: ReportVerdict | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** For programs. */
  readonly properties: readonly ReportDetail[];
  readonly description: string | null;
  readonly facts: readonly ReportDetail[];
  /** SVG with its legend; empty without one. */
  readonly figure: string;
  /** How to examine and repeat it. */
  readonly leads: readonly string[];
  readonly cases: readonly ReportCase[];
}

export interface Report {
  readonly name: string;
  readonly title: string;
  readonly heading: string;
  /** Null if only its groups have verdicts. */
  readonly verdict: CaseVerdict | null;
  readonly seconds: number;
  readonly facts: readonly ReportDetail[];
  /** The likely cause of all failures; null if there are several. */
  readonly cause: string | null;
  /** Titles of columns: of the groups, if they have verdicts, and of cases. */
  readonly columns: { readonly groups: readonly string[]; readonly cases: readonly string[] };
  readonly groups: readonly ReportGroup[];
  /** Received requests. */
  readonly requests: readonly ReportDetail[];
}

/** The expected bytes, then those found, around the first different byte. */
export const differenceLines = ({
  expected,
  found,
  offset,
}: NonNullable<SenderEvidence['difference']>): readonly [string, string, string] => [
  `@@ byte ${offset} @@`,
  `- ${expected}`,
  `+ ${found}`,
];

export const detailText = ({ label, text }: ReportDetail): string => `${label}: ${text}`;

export const detailLines = (detail: ReportDetail): readonly string[] => [
  detailText(detail),
  ...(detail.difference ? differenceLines(detail.difference) : []),
];
