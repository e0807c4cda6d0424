import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { JobView } from '#renderer/jobs/job-view.tsx';
import { SaveCertification } from '#renderer/kit/files/save-report.tsx';
import { DifferenceView } from '#renderer/signatures/difference-view.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import {
  type SenderMessage,
  SenderReport,
  type SenderResult,
  type SenderTarget,
} from '#shared/certification/sender.ts';
import {
  senderChecksOf,
  senderGroups,
  senderGroupTitles,
} from '#shared/certification/sender-checks.ts';
import {
  attemptText,
  caseTitle,
  countsText,
  ignoredText,
  judgedText,
  nextStepText,
  nextTarget,
  outcomeLabels,
  requestText,
  senderVerdictText,
  targetTitles,
} from '#shared/certification/text.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { timestampsToText } from '#shared/kit/timestamps.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { basisNotes, evidenceDetails, senderReport } from '#shared/report/certification-report.ts';
import { detailText } from '#shared/report/report.ts';
import {
  disableSenderCheck,
  enableSenderCheck,
  outcomesOf,
  senderRun,
  useSenderForm,
} from './certification-runs.ts';
import { CheckGroups, CheckRow } from './check-groups.tsx';

/** What the receiver returned to each attempt, with the requests. */
function SenderMessages({ messages }: { messages: readonly SenderMessage[] }) {
  return (
    <Card title="Received messages" meta={`${messages.length}`} padded={false}>
      <ul>
        {messages.map((message) => (
          <li key={message.number} className="border-b border-line/60 px-3 py-1 last:border-b-0">
            <Disclosure
              className="w-full rounded-chip"
              title={
                <span className="grid grid-cols-[1.5rem_10rem_minmax(0,1fr)] gap-2">
                  <span className="text-right text-fg-2 tabular-nums">{message.number}</span>
                  <span>{caseTitle(message)}</span>
                  <span className="text-fg-2 tabular-nums">
                    {message.attempts.map((attempt) => attemptText(message, attempt)).join(', ')}
                  </span>
                </span>
              }
            >
              <Requests message={message} />
            </Disclosure>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Requests({ message }: { message: SenderMessage }) {
  return (
    <ol className="grid gap-2 py-1 pl-5">
      {message.attempts.map((attempt, index) => (
        <li key={`${attempt.atMs} ${attempt.bodyBytes}`} className="grid gap-1">
          <p className="text-small text-fg-2">
            Attempt {index + 1}: {attemptText(message, attempt)}
          </p>
          <pre className="bytes rounded-control bg-bg-2 px-2.5 py-1.5 [overflow-wrap:anywhere] whitespace-pre-wrap">
            {requestText(attempt) ?? 'Not kept'}
          </pre>
        </li>
      ))}
    </ol>
  );
}

/** Where to send while the certification runs, what arrived there, and what to do next. */
function SenderTargets({ report }: { report: SenderReport }) {
  const { targets, trigger } = report;
  const next = trigger === null ? nextTarget(report) : undefined;
  return (
    <>
      {trigger !== null && trigger.problem !== null && (
        <Banner tone="warn" title="Waiting for the sender.">
          {trigger.problem}
        </Banner>
      )}
      <Card title="URLs" meta={stepText(report, next)} padded={false}>
        <ul>
          {targets.map((target) => (
            <TargetRow key={target.name} target={target} isNext={target.name === next?.name} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function stepText({ trigger }: SenderReport, next: SenderTarget | undefined): string {
  if (trigger !== null && trigger.sent < trigger.total)
    return `${trigger.sent} of ${trigger.total} messages triggered`;
  return next === undefined ? 'Waiting for retries' : '';
}

const marks = {
  next: { Icon: ArrowRight, color: 'text-accent' },
  received: { Icon: CircleCheck, color: 'text-ok' },
  missing: { Icon: CircleDashed, color: 'text-fg-3' },
} as const;

interface TargetRowProps {
  readonly target: SenderTarget;
  readonly isNext: boolean;
}

function TargetRow({ target, isNext }: TargetRowProps) {
  const { name, url, needed, received } = target;
  const { Icon, color } = marks[isNext ? 'next' : received >= needed ? 'received' : 'missing'];
  const title = targetTitles[name];
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx(
        'grid grid-cols-[14px_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 border-b border-line/60 px-3 py-1.5 last:border-b-0',
        isNext && 'bg-bg-2',
      )}
    >
      <Icon className={cx('icon-small', color)} strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-0">
        <p>
          <span className={isNext ? 'font-medium' : undefined}>{title}</span>
          {isNext && (
            <span role="status" className="text-fg-2">
              {' '}
              · {nextStepText(target)}
            </span>
          )}
        </p>
        <p className="truncate font-mono text-small text-fg-2" title={url}>
          {url}
        </p>
      </div>
      <span className="text-small text-fg-2 tabular-nums">
        {Math.min(received, needed)} of {needed}
      </span>
      <CopyButton value={url} label={`Copy URL: ${title}`} />
    </li>
  );
}

interface SenderResultsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function SenderResults({ problems }: SenderResultsProps) {
  const { report, status, request, startedAt } = senderRun.useRun();
  const { off, profile: chosen } = useSenderForm();
  const profile = request?.profile ?? chosen;
  const checks = useMemo(() => senderChecksOf(profileOf({ profile })), [profile]);
  return (
    <CheckGroups
      titles={senderGroupTitles}
      groups={senderGroups}
      checks={checks}
      results={report?.results ?? []}
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
            outcomeLabel={result && outcomeLabels[result.outcome]}
            message={result?.message}
            note={result === undefined ? null : basisNotes[result.basis]}
            reason={off[code]}
            problem={problems[code]}
            onReason={(text) =>
              text === undefined ? enableSenderCheck(code) : disableSenderCheck(code, text)
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
      <Summary count={checks.length} />
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
        {evidenceDetails(evidence).map((detail) => (
          <li key={detailText(detail)}>
            {detailText(detail)}
            {detail.difference && (
              <DifferenceView
                difference={{ of: 'body', ...detail.difference }}
                foundLabel="Received"
              />
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
    <SaveCertification
      name="certification"
      report={() => senderReport(report)}
      json={timestampsToText(SenderReport, report)}
      profile={report.profile}
    />
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
      {[`${countsText(report)} for ${report.profile.name}`, ignoredText(report) ?? []]
        .flat()
        .join(' · ')}
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
