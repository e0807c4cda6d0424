/** The reports of certifications, of receivers and of senders: a group per part of the suite. */

import {
  type CertificationReport,
  type CertificationResult,
  certificationGroups,
  certificationGroupTitles,
} from '#shared/certification/receiver.ts';
import type {
  SenderEvidence,
  SenderMessage,
  SenderReport,
  SenderResult,
} from '#shared/certification/sender.ts';
import { senderGroups, senderGroupTitles } from '#shared/certification/sender-checks.ts';
import {
  attemptText,
  caseTitle,
  countsText,
  ignoredText,
  outcomeLabels,
  rejectsAllSigned,
  rejectsAllText,
  requestText,
  senderVerdictText,
  verdictText,
} from '#shared/certification/text.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import type { Report, ReportCase, ReportDetail, ReportGroup } from './report.ts';

const name = 'Hookwright certification';

const responsesText = ({ responses }: CertificationResult): string =>
  responses.length > 3
    ? `${responses.length} responses`
    : responses
        .map(
          ({ status, durationMs }) =>
            `${status ?? 'no response'}, ${formatDuration(Math.round(durationMs))}`,
        )
        .join('; ');

const receiverCase = (result: CertificationResult): ReportCase => ({
  ...{ name: result.title, code: result.code, place: null, kind: 'check' },
  verdict: result.outcome === 'not_run' ? 'skipped' : result.outcome,
  label: outcomeLabels[result.outcome],
  ...{ message: result.message, note: result.note, details: [] },
  seconds: result.responses.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000,
  aside: responsesText(result),
});

/** A group of checks. Only the whole report has a verdict. */
const groupOf = (
  code: string,
  name: string,
  of: Pick<ReportGroup, 'startedAt' | 'seconds' | 'properties' | 'cases'>,
): ReportGroup => ({
  ...of,
  ...{ name, suite: name, className: `hookwright.${code}` },
  ...{ result: null, description: null, facts: [], figure: '', leads: [] },
});

const secondsOf = (cases: readonly ReportCase[]): number =>
  cases.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);

export function receiverReport(report: CertificationReport): Report {
  const startedAt = new Date(report.startedAt).toISOString();
  const properties = [
    { label: 'url', text: report.url },
    { label: 'profile', text: report.profile.name },
  ];
  const groups = certificationGroups.map((code) => {
    const cases = report.results.filter(({ group }) => group === code).map(receiverCase);
    const of = { startedAt, seconds: secondsOf(cases), properties, cases };
    return groupOf(code, certificationGroupTitles[code], of);
  });
  return {
    ...{ name, title: `${verdictText(report)}: ${report.url}`, heading: verdictText(report) },
    verdict: report.certified ? 'passed' : 'failed',
    seconds: secondsOf(groups.flatMap(({ cases }) => cases)),
    facts: [
      ...properties,
      { label: 'checks', text: countsText(report) },
      { label: 'started', text: startedAt },
    ],
    cause: rejectsAllSigned(report) ? rejectsAllText(report, 'the shared secret') : null,
    columns: { groups: [], cases: ['Outcome', 'Check', 'Responses'] },
    ...{ groups, requests: [] },
  };
}

export const basisNotes: Readonly<Record<SenderResult['basis'], string | null>> = {
  documented: null,
  general: null,
  recommended: 'The provider only recommends this.',
  undocumented: 'The provider documents nothing here.',
};

/** Where a piece of evidence was seen, such as "Message 2, attempt 3". */
const evidencePlace = ({ message, attempt }: SenderEvidence): string =>
  message === null ? 'Connection' : `Message ${message}, attempt ${attempt ?? 1}`;

/** Evidence with the same text is one detail, labeled "Message 2, attempt 3, and 4 more". */
export function evidenceDetails(evidence: readonly SenderEvidence[]): readonly ReportDetail[] {
  const same = Map.groupBy(evidence, ({ text, difference }) => JSON.stringify([text, difference]));
  return [...same.values()].map((all) => {
    const [first] = all as [SenderEvidence];
    const others = all.length === 1 ? '' : `, and ${all.length - 1} more`;
    const { text, difference } = first;
    return { label: `${evidencePlace(first)}${others}`, text, difference };
  });
}

/** In CI, what was not observed must not look like a success. */
const senderCase = (result: SenderResult): ReportCase => ({
  ...{ name: result.title, code: result.code, place: null, kind: 'check' },
  verdict: result.outcome === 'not_observed' ? 'inconclusive' : result.outcome,
  label: outcomeLabels[result.outcome],
  ...{ message: result.message, note: basisNotes[result.basis] },
  details: evidenceDetails(result.evidence),
  ...{ seconds: null, aside: null },
});

const requestsOf = (message: SenderMessage): readonly ReportDetail[] =>
  message.attempts.flatMap((attempt, index) => {
    const text = requestText(attempt);
    const label = `Message ${message.number} (${caseTitle(message)}), attempt ${index + 1}: ${attemptText(message, attempt)}`;
    return text === null ? [] : [{ label, text }];
  });

export function senderReport(report: SenderReport): Report {
  const startedAt = new Date(report.startedAt).toISOString();
  const seconds = report.durationMs / 1_000;
  const heading = senderVerdictText(report);
  const ignored = ignoredText(report);
  const properties = [
    { label: 'url', text: report.url },
    { label: 'profile', text: report.profile.name },
  ];
  return {
    ...{ name, title: `${heading}: ${report.profile.name}`, heading, seconds },
    verdict: report.verdict === 'certified' ? 'passed' : 'failed',
    facts: [
      ...properties,
      { label: 'checks', text: countsText(report) },
      ...(ignored === null ? [] : [{ label: 'note', text: ignored }]),
      { label: 'started', text: startedAt },
    ],
    cause: null,
    columns: { groups: [], cases: ['Outcome', 'Check'] },
    groups: senderGroups.flatMap((code) => {
      const cases = report.results.filter(({ group }) => group === code).map(senderCase);
      const of = { startedAt, seconds, properties, cases };
      return cases.length === 0 ? [] : [groupOf(code, senderGroupTitles[code], of)];
    }),
    requests: report.messages.flatMap(requestsOf),
  };
}
