import { useMemo } from 'react';
import { JobView } from '#renderer/jobs/job-view.tsx';
import { SaveCertification } from '#renderer/kit/files/save-report.tsx';
import { CertificatesCard } from '#renderer/requests/detail-cards.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import {
  type CertificationCode,
  CertificationReport,
  type CertificationResult,
  certificationGroups,
  certificationGroupTitles,
  checksOf,
} from '#shared/certification/receiver.ts';
import {
  countsText,
  isInconclusive,
  outcomeLabels,
  rejectsAllSigned,
  rejectsAllText,
  verdictText,
} from '#shared/certification/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { timestampsToText } from '#shared/kit/timestamps.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { receiverReport } from '#shared/report/certification-report.ts';
import {
  certifyRun,
  disableCheck,
  enableCheck,
  outcomesOf,
  useCertifyForm,
} from './certification-runs.ts';
import { CheckGroups, CheckRow } from './check-groups.tsx';

interface CertifyResultsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function CertifyResults({ problems }: CertifyResultsProps) {
  const { report, status, startedAt } = certifyRun.useRun();
  const off = useCertifyForm((form) => form.off);
  const profileChecks = useProfileChecks();
  const firstOf = useMemo(() => firstWithCause(report), [report]);
  const place = (code: CertificationCode): number =>
    profileChecks.findIndex((check) => check.code === (firstOf.get(code) ?? code));
  return (
    <CheckGroups
      titles={certificationGroupTitles}
      groups={certificationGroups}
      checks={profileChecks.toSorted((a, b) => place(a.code) - place(b.code))}
      results={report?.results ?? []}
      outcomes={outcomesOf(status, report)}
      run={startedAt}
      row={({ code, title }) => (
        <ReceiverCheck
          key={code}
          code={code}
          title={title}
          result={report?.results.find((result) => result.code === code)}
          isRepeated={firstOf.has(code)}
          reason={off[code]}
          problem={problems[code]}
        />
      )}
    >
      <Summary />
      {report?.certificates && <CertificatesCard certificates={report.certificates} />}
    </CheckGroups>
  );
}

/** By check that did not pass: an earlier one with the same cause, which is said there. */
function firstWithCause(
  report: CertificationReport | null,
): ReadonlyMap<CertificationCode, CertificationCode> {
  const firsts = new Map<string, CertificationCode>();
  const later = new Map<CertificationCode, CertificationCode>();
  for (const { code, outcome, message, note } of report?.results ?? []) {
    if (outcome === 'passed') continue;
    const cause = JSON.stringify([outcome, message, note]);
    const first = firsts.get(cause);
    if (first === undefined) firsts.set(cause, code);
    else later.set(code, first);
  }
  return later;
}

function useProfileChecks() {
  const chosen = useCertifyForm((form) => form.profile);
  const profile = certifyRun.useRun((run) => run.request?.profile) ?? chosen;
  return useMemo(() => checksOf(profileOf({ profile })), [profile]);
}

function toneOf(report: CertificationReport): 'ok' | 'warn' | 'bad' | 'info' {
  if (isInconclusive(report)) return 'warn';
  return report.certified ? 'ok' : report.complete ? 'bad' : 'info';
}

function Summary() {
  const count = useProfileChecks().length;
  const { status, report, problem } = certifyRun.useRun();
  if (status === 'idle') return <p className="text-fg-2">{count} checks</p>;
  if (status === 'failed')
    return (
      <Banner tone="bad" title="Certification failed.">
        {problem}
      </Banner>
    );
  if (status === 'running')
    return (
      <JobView
        title="Certification"
        state="running"
        share={(report?.results.length ?? 0) / count}
        counts={`${report?.results.length ?? 0} of ${count} checks`}
      />
    );
  if (report === null) return <Banner tone="info">Cancelled</Banner>;
  return (
    <Banner
      tone={toneOf(report)}
      title={`${verdictText(report)}.`}
      action={
        <SaveCertification
          name="certification"
          report={() => receiverReport(report)}
          json={timestampsToText(CertificationReport, report)}
          profile={report.profile}
        />
      }
    >
      {rejectsAllSigned(report) && (
        <span className="block font-medium">{rejectsAllText(report, 'the shared secret')}</span>
      )}
      {countsText(report)}, at {report.url}
    </Banner>
  );
}

interface ReceiverCheckProps {
  readonly code: CertificationCode;
  readonly title: string;
  readonly result: CertificationResult | undefined;
  /** Whether an earlier row has the same message. */
  readonly isRepeated: boolean;
  readonly reason: string | undefined;
  readonly problem: string | undefined;
}

function ReceiverCheck({ code, title, result, isRepeated, reason, problem }: ReceiverCheckProps) {
  // The listed responses already show it, and the cause of all checks that were not run is said once.
  const isSilent = result?.outcome === 'passed' || (isRepeated && result?.outcome === 'not_run');
  return (
    <CheckRow
      title={title}
      outcome={result?.outcome}
      outcomeLabel={result && outcomeLabels[result.outcome]}
      message={isSilent ? undefined : isRepeated ? 'Same cause' : result?.message}
      note={isRepeated ? null : (result?.note ?? null)}
      aside={<Responses result={result} />}
      reason={reason}
      problem={problem}
      onReason={(text) => (text === undefined ? enableCheck(code) : disableCheck(code, text))}
    />
  );
}

const maxResponses = 2;

/** Uncolored: a 401 is expected for a forged request. */
function Responses({ result }: { result: CertificationResult | undefined }) {
  const responses = result?.responses ?? [];
  if (responses.length === 0) return <span />;
  const slowest = Math.max(...responses.map(({ durationMs }) => durationMs));
  const statuses = responses.map(({ status }) => status ?? 'none').join(', ');
  return (
    <span className="flex items-center gap-1.5 text-small text-fg-2 tabular-nums">
      <Badge look="tag">
        {responses.length > maxResponses ? `${responses.length} responses` : statuses}
      </Badge>
      <span className="min-w-12 text-right">
        {slowest < 1 ? '<1' : formatCount(Math.round(slowest))} ms
      </span>
    </span>
  );
}
