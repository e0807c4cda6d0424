import { useMemo } from 'react';
import { DifferenceView } from '#renderer/components/diagnosis/finding-view.tsx';
import { JobView } from '#renderer/components/jobs/job-view.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { profileOf } from '#shared/profiles/profiles.ts';
import {
  basisNotes,
  evidencePlace,
  senderDocument,
} from '#shared/report/certification-document.ts';
import {
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
import { CheckRow } from './check-row.tsx';
import { SaveReport } from './save-report.tsx';
import { SenderMessages } from './sender-messages.tsx';
import { disableClause, enableClause, useSenderForm, useSenderRun } from './sender-run.ts';
import { SenderTargets } from './sender-targets.tsx';

interface SenderResultsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function SenderResults({ problems }: SenderResultsProps) {
  const { report, status } = useSenderRun();
  const { off, profile } = useSenderForm();
  const clauses = useMemo(() => clausesOf(profileOf({ profile })), [profile]);
  return (
    <ScrollRegion
      label="Clauses"
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg-0 p-4 -outline-offset-2 [&>*]:flex-none"
    >
      <Summary count={clauses.length} />
      {report !== null && status === 'running' && <SenderTargets report={report} />}
      {senderGroups.map((group) => {
        const ofGroup = clauses.filter((clause) => clause.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <Card
            key={group}
            title={senderGroupTitles[group]}
            meta={`${ofGroup.length} ${ofGroup.length === 1 ? 'check' : 'checks'}`}
            padded={false}
          >
            <ul>
              {ofGroup.map(({ code, title }) => {
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
              })}
            </ul>
          </Card>
        );
      })}
      {report !== null && report.messages.length > 0 && (
        <SenderMessages messages={report.messages} />
      )}
    </ScrollRegion>
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
        {evidence.map((of) => (
          <li key={`${of.message} ${of.attempt} ${of.text}`}>
            {evidencePlace(of)}: {of.text}
            {of.difference !== null && (
              <DifferenceView difference={{ of: 'body', ...of.difference }} foundLabel="Received" />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function Summary({ count }: { count: number }) {
  const { status, report, problem } = useSenderRun();
  if (status === 'idle') return <p className="text-fg-2">{count} checks</p>;
  if (status === 'failed')
    return (
      <Banner tone="bad" title="Certification failed.">
        {problem}
      </Banner>
    );
  if (report === null) return <Banner tone="info">Cancelled</Banner>;
  const judged = count - report.counts.not_observed;
  if (status === 'running')
    return (
      <JobView
        title="Certification"
        state="running"
        share={judged / count}
        counts={`${judged} of ${count} checks`}
      />
    );
  const tone = { certified: 'ok', failed: 'bad', incomplete: 'warn' } as const;
  return (
    <Banner
      tone={tone[report.verdict]}
      title={`${senderVerdictText(report)}.`}
      action={<SaveReport document={senderDocument(report)} report={report} />}
    >
      {senderCountsText(report)} for {report.profile.name}
    </Banner>
  );
}
