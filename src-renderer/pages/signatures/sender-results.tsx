import { useEffect, useMemo, useState } from 'react';
import { DifferenceView } from '#renderer/components/diagnosis/finding-view.tsx';
import { JobView } from '#renderer/components/jobs/job-view.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { formatDuration } from '#shared/lib/duration.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import {
  basisNotes,
  evidenceLines,
  senderDocument,
} from '#shared/report/certification-document.ts';
import {
  judgedText,
  senderCountsText,
  senderOutcomeLabels,
  senderVerdictText,
} from '#shared/report/sender-labels.ts';
import {
  clausesOf,
  type SenderResult,
  senderGroups,
  senderGroupTitles,
} from '#shared/schemas/sender-certification.ts';
import { CheckGroups } from './check-groups.tsx';
import { CheckRow } from './check-row.tsx';
import { outcomesOf } from './followed-run.ts';
import { SaveReport } from './save-report.tsx';
import { SenderMessages } from './sender-messages.tsx';
import { disableClause, enableClause, senderRun, useSenderForm } from './sender-run.ts';
import { SenderTargets } from './sender-targets.tsx';

interface SenderResultsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function SenderResults({ problems }: SenderResultsProps) {
  const { report, status, request, startedAt } = senderRun.useRun();
  const { off, profile: chosen } = useSenderForm();
  const profile = request?.profile ?? chosen;
  const clauses = useMemo(() => clausesOf(profileOf({ profile })), [profile]);
  return (
    <CheckGroups
      label="Clauses"
      titles={senderGroupTitles}
      groups={senderGroups}
      checks={clauses}
      outcomes={outcomesOf(status, report)}
      run={startedAt}
      row={({ code, title }) => {
        const result = report?.results.find((of) => of.code === code);
        const isWaiting = status === 'running' && result?.outcome === 'not_observed';
        return (
          <CheckRow
            key={code}
            title={title}
            outcome={isWaiting ? undefined : result?.outcome}
            outcomeLabel={result && senderOutcomeLabels[result.outcome]}
            message={result?.message}
            note={result === undefined ? null : basisNotes[result.basis]}
            reason={off[code]}
            problem={problems[code]}
            onReason={(text) =>
              text === undefined ? enableClause(code) : disableClause(code, text)
            }
          >
            {result !== undefined && <Evidence result={result} />}
          </CheckRow>
        );
      }}
      footer={
        report !== null &&
        report.messages.length > 0 && <SenderMessages messages={report.messages} />
      }
    >
      <Summary count={clauses.length} />
      {report !== null && status === 'running' && <SenderTargets report={report} />}
    </CheckGroups>
  );
}

function Evidence({ result }: { result: SenderResult }) {
  const { evidence, outcome, code } = result;
  if (evidence.length === 0) return null;
  return (
    <Disclosure
      name={`certify-sender.${code}`}
      title={evidence.length === 1 ? '1 attempt' : `${evidence.length} attempts`}
      isOpen={outcome === 'failed'}
      className="text-small text-fg-2"
    >
      <ul className="grid gap-0.5 pt-1 pl-5 text-small text-fg-2 [overflow-wrap:anywhere]">
        {evidenceLines(evidence).map(({ text, difference }) => (
          <li key={text}>
            {text}
            {difference !== null && (
              <DifferenceView difference={{ of: 'body', ...difference }} foundLabel="Received" />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function Summary({ count }: { count: number }) {
  const { status, report, problem, startedAt } = senderRun.useRun();
  if (status === 'idle') return <p className="text-fg-2">{count} checks</p>;
  const save = report !== null && report.messages.length > 0 && (
    <SaveReport document={senderDocument(report)} report={report} />
  );
  if (status === 'failed')
    return (
      <Banner tone="bad" title="Certification failed." action={save}>
        {problem}
      </Banner>
    );
  if (report === null)
    return status === 'running' ? (
      <p className="text-fg-2">Starting</p>
    ) : (
      <Banner tone="info">Cancelled</Banner>
    );
  if (status === 'running')
    return (
      <JobView
        title="Certification"
        state="running"
        share={1 - report.counts.not_observed / count}
        remainingMs={null}
        counts={
          <>
            {judgedText(report)} · ends within{' '}
            <TimeLeft until={startedAt + report.endsAt - report.startedAt} />
          </>
        }
      />
    );
  const tone = {
    certified: 'ok',
    failed: 'bad',
    incomplete: 'warn',
    inconclusive: 'warn',
  } as const;
  return (
    <Banner
      tone={tone[report.verdict]}
      title={
        status === 'cancelled'
          ? `Cancelled. ${senderVerdictText(report)}.`
          : `${senderVerdictText(report)}.`
      }
      action={save}
    >
      {senderCountsText(report)} for {report.profile.name}
    </Banner>
  );
}

/** Counts down on the clock of this window. */
function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return <span role="timer">{formatDuration(seconds * 1_000)}</span>;
}
