import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { formatOffset } from '#shared/kit/duration.ts';
import { capitalized, counted, formatTime } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { checkSentence } from '#shared/report/scenario-text.ts';
import type { Check } from '#shared/scenarios/schema/report.ts';
import type { RunChecks as RunChecksSoFar, StoredRun } from '#shared/scenarios/schema/run.ts';
import { EventRows } from './event-rows.tsx';
import { messagesOf, referenceRoute, referenceText } from './run-labels.ts';
import { useScenarioRun } from './scenario-run.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface RunChecksProps {
  readonly run: StoredRun;
  /** Moves the playhead to a moment, in milliseconds since the start. */
  readonly onShowMoment: (atMs: number) => void;
  /** Null if the text can't be shown. */
  readonly onShowLine: ((line: number) => void) | null;
}

const isGood = ({ verdict }: Check): boolean => verdict === 'passed' || verdict === 'skipped';

/** Failed checks as sentences, and the others in one row that opens. */
export function RunChecks({ run, onShowMoment, onShowLine }: RunChecksProps) {
  const { checks } = run.report;
  const good = checks.filter(isGood);
  if (checks.length === 0) return null;
  return (
    <section
      aria-label="Checks"
      className="mt-3 flex-none rounded-card border border-line bg-bg-1 shadow-rest"
    >
      <ul>
        {checks.map((check, index) =>
          isGood(check) ? null : (
            // Names may be equal.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <li key={index} className="border-b border-line last:border-b-0">
              <BadCheck {...{ run, check, onShowMoment, onShowLine }} />
            </li>
          ),
        )}
        {good.length > 0 && (
          <li>
            <Disclosure
              className="w-full px-3 py-2.75 hover:bg-bg-2"
              title={
                <span className="flex min-w-0 items-center gap-3">
                  <VerdictMark verdict="passed" decorative />
                  <b className="flex-none font-semibold">{counted(good.length, 'check')} passed</b>
                  <span className="truncate text-fg-2">
                    {capitalized(visibleLine(good.map(({ name }) => name).join(', ')))}
                  </span>
                </span>
              }
            >
              <ul aria-label="Passed checks" className="border-t border-line">
                {good.map((check, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
                  <li key={index} className="border-b border-line/60 last:border-b-0">
                    <GoodCheck run={run} check={check} />
                  </li>
                ))}
              </ul>
            </Disclosure>
          </li>
        )}
      </ul>
    </section>
  );
}

/** While it runs, in the place of the checks. */
export function RunningChecks({ checks: { count, decided } }: { checks: RunChecksSoFar }) {
  const failed = decided.filter(({ verdict }) => verdict === 'failed').length;
  const result = failed > 0 ? `, ${failed} failed` : decided.length > 0 ? ', all passed' : '';
  const last = decided.at(-1);
  const isPaused = useScenarioRun(({ pace }) => pace?.isPaused === true);
  return (
    <section
      aria-label="Checks"
      className="mt-3 flex flex-none items-center gap-3 rounded-card border border-line bg-bg-1 py-2.75 pr-3 pl-4 shadow-rest"
    >
      {isPaused ? <VerdictMark verdict="none" decorative /> : <Spinner />}
      <p className="min-w-0">
        <b className="block font-semibold tabular-nums">
          {decided.length} of {counted(count, 'check')} decided{result}
        </b>
        <span className="block truncate text-small text-fg-2">
          {last === undefined
            ? 'They are decided at the end of the run.'
            : capitalized(visibleLine(last.name))}
        </span>
      </p>
    </section>
  );
}

function BadCheck({
  run,
  check,
  onShowMoment,
  onShowLine,
}: RunChecksProps & { readonly check: Check }) {
  const { verdict, place, name, decidedAt } = check;
  const startsAt = run.report.timeline.film.startsAt;
  const moment = check.nearest[0]?.at ?? decidedAt;
  const sentence = visibleLine(checkSentence(check));
  const about = [name === check.expected ? null : capitalized(name), check.history].filter(
    (text) => text !== null,
  );
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.75 pr-3 pl-4">
      <div className="min-w-60 flex-1">
        <Disclosure
          className="w-full"
          title={
            <span className="flex items-start gap-3">
              <span className="mt-0.75">
                <VerdictMark verdict={verdict} />
              </span>
              <span className="min-w-0">
                <b className="block font-semibold [overflow-wrap:anywhere]">{sentence}</b>
                {about.length > 0 && (
                  <span className="block text-small text-fg-2 [overflow-wrap:anywhere]">
                    {visibleLine(about.join(' · '))}
                  </span>
                )}
              </span>
            </span>
          }
        >
          <div className="pt-2">
            <CheckDetail run={run} check={check} />
          </div>
        </Disclosure>
      </div>
      <div className="flex gap-1.5">
        <Button onClick={() => onShowMoment(moment)}>
          Show at {formatTime(startsAt + moment)}
        </Button>
        {place !== null && onShowLine !== null && (
          <Button onClick={() => onShowLine(place.line)}>Line {place.line}</Button>
        )}
      </div>
    </div>
  );
}

function GoodCheck({ run, check }: { run: StoredRun; check: Check }) {
  const { name, kind, code, verdict, place, decidedAt } = check;
  return (
    <Disclosure
      className="w-full px-3 py-2 hover:bg-bg-2"
      title={
        <span className="flex items-center gap-2.5">
          <VerdictMark verdict={verdict} />
          <span className="font-medium">{capitalized(visibleLine(name))}</span>
          <span className="text-small text-fg-3">
            {place === null
              ? kind === 'invariant'
                ? `invariant ${code}`
                : ''
              : `line ${place.line}`}
          </span>
          <span className="text-small text-fg-3 tabular-nums">{formatOffset(decidedAt)}</span>
        </span>
      }
    >
      <CheckDetail run={run} check={check} />
    </Disclosure>
  );
}

function CheckDetail({ run, check }: { run: StoredRun; check: Check }) {
  const { name, expected, found, history, nearest, warnings, reason, verdict } = check;
  const messageIds = messagesOf(check);
  const rows = [
    ['Expected', expected === name ? null : expected],
    ['Found', found],
    ['History', history],
    ['Reason', reason],
    ...warnings.map((text) => ['Warning', text] as const),
  ] as const;
  const shownRows = rows.filter(([, text]) => text !== null);
  return (
    <div className="pr-3 pb-3 pl-14.5">
      {shownRows.length === 0 && nearest.length === 0 && (
        <p className="text-fg-2">{verdict === 'passed' ? 'As expected' : 'No details'}</p>
      )}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        {shownRows.map(([label, text]) => (
          <Line key={`${label} ${text}`} label={label}>
            {text !== null && visibleLine(text)}
          </Line>
        ))}
        {nearest.map(({ subject, at, terms, reference }) => (
          <Line key={`${subject} ${at}`} label="Closest match">
            {reference !== null ? (
              <RouteLink to={referenceRoute(run.id, reference)}>{visibleLine(subject)}</RouteLink>
            ) : (
              visibleLine(subject)
            )}
            , {formatOffset(at)}{' '}
            {terms.map(({ term, matches, found: value }) => (
              <span
                key={term}
                className={`mr-3 inline-flex items-center gap-1 ${matches ? 'text-fg-2' : 'text-bad'}`}
              >
                <VerdictMark verdict={matches ? 'passed' : 'failed'} />
                {visibleLine(matches ? term : `${term} (${value ?? 'none'})`)}
              </span>
            ))}
          </Line>
        ))}
      </dl>
      {check.reference !== null && (
        <p className="mt-2">
          <RouteLink to={referenceRoute(run.id, check.reference)}>
            Inspect {referenceText(check.reference)}
          </RouteLink>
        </p>
      )}
      {messageIds.length > 0 && <Messages runId={run.id} messageIds={messageIds} />}
    </div>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{label}</dt>
      <dd className="bytes min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

/** Events of the messages of a check. */
function Messages({ runId, messageIds }: { runId: string; messageIds: readonly string[] }) {
  const [isShown, setShown] = useState(false);
  const { data, error } = useQuery(
    api.scenarios.events.queryOptions({
      input: { id: runId, messageIds: [...messageIds] },
      enabled: isShown,
    }),
  );
  if (!isShown)
    return (
      <Button className="mt-2" onClick={() => setShown(true)}>
        {messageIds.length === 1 ? `Show ${messageIds[0]}` : `Show ${messageIds.length} messages`}
      </Button>
    );
  if (error !== null) return <p className="mt-2 text-bad">{errorSentence(error)}</p>;
  if (data === undefined) return <LateSpinner label="Loading messages" />;
  return (
    <div className="mt-3">
      <EventRows label={`Events of ${messageIds.join(', ')}`} events={data.events} />
    </div>
  );
}
