import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { formatOffset } from '#shared/kit/duration.ts';
import type { Check } from '#shared/scenarios/schema/report.ts';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import { EventRows } from './event-rows.tsx';
import { messagesOf, referenceRoute, referenceText } from './run-labels.ts';
import { VerdictMark } from './verdict-mark.tsx';

const isOpenAtFirst = ({ verdict }: Check): boolean =>
  verdict === 'failed' || verdict === 'inconclusive';

/** All checks of a run; those that did not pass are expanded. */
export function RunChecks({ run }: { run: StoredRun }) {
  return (
    <Card
      title="Expectations"
      meta={`${run.passed} of ${run.checks} checks passed`}
      padded={false}
      className="flex-none"
    >
      <ul aria-label="Checks">
        {run.report.checks.map((check, index) => (
          // Names may be equal.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={index} className="border-b border-line last:border-b-0">
            <CheckRow run={run} check={check} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CheckRow({ run, check }: { run: StoredRun; check: Check }) {
  const { name, kind, code, verdict, place, decidedAt } = check;
  return (
    <Disclosure
      isOpen={isOpenAtFirst(check)}
      className="w-full px-3 py-2 hover:bg-bg-2"
      title={
        <span className="flex items-center gap-2.5">
          <VerdictMark verdict={verdict} />
          <span className="font-medium">{name}</span>
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
            {text}
          </Line>
        ))}
        {nearest.map(({ subject, at, terms, reference }) => (
          <Line key={`${subject} ${at}`} label="Closest match">
            {reference !== null ? (
              <RouteLink to={referenceRoute(run.id, reference)}>{subject}</RouteLink>
            ) : (
              subject
            )}
            , {formatOffset(at)}{' '}
            {terms.map(({ term, matches, found: value }) => (
              <span
                key={term}
                className={`mr-3 inline-flex items-center gap-1 ${matches ? 'text-fg-2' : 'text-bad'}`}
              >
                <VerdictMark verdict={matches ? 'passed' : 'failed'} />
                {term}
                {!matches && ` (${value ?? 'none'})`}
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
