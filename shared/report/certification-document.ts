/** What the reports of certifications show, for receivers and senders. */

import {
  type CertificationReport,
  type CertificationResult,
  certificationGroups,
  certificationGroupTitles,
} from '#shared/certification/receiver.ts';
import {
  type SenderEvidence,
  type SenderReport,
  type SenderResult,
  senderGroups,
  senderGroupTitles,
} from '#shared/certification/sender.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import {
  countsText,
  outcomeLabels,
  rejectsAllSigned,
  rejectsAllText,
  verdictText,
} from './certification-labels.ts';
import {
  attemptText,
  caseTitle,
  requestText,
  senderCountsText,
  senderOutcomeLabels,
  senderVerdictText,
} from './sender-labels.ts';

export interface DocumentLine {
  readonly code: string;
  readonly title: string;
  /** `skipped`: without a judgment. */
  readonly outcome: 'passed' | 'warned' | 'failed' | 'skipped' | 'inconclusive';
  readonly label: string;
  readonly message: string;
  readonly note: string | null;
  /** Null if all lines take place at once. */
  readonly seconds: number | null;
  /** Next to the message. */
  readonly detail: string;
  readonly evidence: readonly DocumentEvidence[];
}

interface DocumentEvidence {
  readonly text: string;
  readonly difference: SenderEvidence['difference'];
}

/** A received request. */
interface DocumentRequest {
  readonly title: string;
  readonly text: string;
}

interface DocumentGroup {
  readonly code: string;
  readonly title: string;
  readonly lines: readonly DocumentLine[];
}

export interface CertificationDocument {
  readonly url: string;
  readonly startedAt: number;
  /** Of the whole run; null if it is the sum of the lines. */
  readonly seconds: number | null;
  readonly isCertified: boolean;
  readonly verdict: string;
  readonly counts: string;
  /** The likely cause of all failures; null if there are several. */
  readonly cause: string | null;
  /** The profile of a sender; null for receivers. */
  readonly profile: string | null;
  /** Title of the column with `detail`; null without that column. */
  readonly detailTitle: string | null;
  readonly groups: readonly DocumentGroup[];
  readonly requests: readonly DocumentRequest[];
}

const responsesText = ({ responses }: CertificationResult): string =>
  responses.length > 3
    ? `${responses.length} responses`
    : responses
        .map(
          ({ status, durationMs }) =>
            `${status ?? 'no response'}, ${formatDuration(Math.round(durationMs))}`,
        )
        .join('; ');

const receiverLine = (result: CertificationResult): DocumentLine => ({
  code: result.code,
  title: result.title,
  outcome: result.outcome === 'not_run' ? 'skipped' : result.outcome,
  label: outcomeLabels[result.outcome],
  message: result.message,
  note: result.note,
  seconds: result.responses.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000,
  detail: responsesText(result),
  evidence: [],
});

export const receiverDocument = (report: CertificationReport): CertificationDocument => ({
  url: report.url,
  startedAt: report.startedAt,
  seconds: null,
  isCertified: report.certified,
  verdict: verdictText(report),
  counts: countsText(report),
  cause: rejectsAllSigned(report) ? rejectsAllText(report, 'the shared secret') : null,
  profile: null,
  detailTitle: 'Responses',
  groups: certificationGroups.map((code) => ({
    code,
    title: certificationGroupTitles[code],
    lines: report.results.filter(({ group }) => group === code).map(receiverLine),
  })),
  requests: [],
});

export const basisNotes: Readonly<Record<SenderResult['basis'], string | null>> = {
  documented: null,
  general: null,
  recommended: 'The provider only recommends this.',
  undocumented: 'The provider documents nothing here.',
};

/** Where a piece of evidence was seen, such as "Message 2, attempt 3". */
const evidencePlace = ({ message, attempt }: SenderEvidence): string =>
  message === null ? 'Connection' : `Message ${message}, attempt ${attempt ?? 1}`;

/** Evidence with the same text is one line: "Message 2, attempt 3, and 4 more: …". */
export function evidenceLines(evidence: readonly SenderEvidence[]): readonly DocumentEvidence[] {
  const same = Map.groupBy(evidence, ({ text, difference }) => JSON.stringify([text, difference]));
  return [...same.values()].map((all) => {
    const [first] = all as [SenderEvidence];
    const others = all.length === 1 ? '' : `, and ${all.length - 1} more`;
    return {
      text: `${evidencePlace(first)}${others}: ${first.text}`,
      difference: first.difference,
    };
  });
}

const senderLine = (result: SenderResult): DocumentLine => ({
  code: result.code,
  title: result.title,
  outcome: result.outcome === 'not_observed' ? 'skipped' : result.outcome,
  label: senderOutcomeLabels[result.outcome],
  message: result.message,
  note: basisNotes[result.basis],
  seconds: null,
  detail: '',
  evidence: evidenceLines(result.evidence),
});

export const senderDocument = (report: SenderReport): CertificationDocument => ({
  url: report.url,
  startedAt: report.startedAt,
  seconds: report.durationMs / 1_000,
  isCertified: report.verdict === 'certified',
  verdict: senderVerdictText(report),
  counts: senderCountsText(report),
  cause: null,
  profile: report.profile.name,
  detailTitle: null,
  groups: senderGroups
    .map((code) => ({
      code,
      title: senderGroupTitles[code],
      lines: report.results.filter(({ group }) => group === code).map(senderLine),
    }))
    .filter(({ lines }) => lines.length > 0),
  requests: report.messages.flatMap((message) =>
    message.attempts.flatMap((attempt, index) => {
      const text = requestText(attempt);
      const title = `Message ${message.number} (${caseTitle(message)}), attempt ${index + 1}: ${attemptText(message, attempt)}`;
      return text === null ? [] : [{ title, text }];
    }),
  ),
});

/** The first attempt's body, then this one's, around the first different byte. */
export const differenceLines = ({
  expected,
  found,
  offset,
}: NonNullable<SenderEvidence['difference']>): readonly string[] => [
  `@@ byte ${offset} @@`,
  `- ${expected}`,
  `+ ${found}`,
];
