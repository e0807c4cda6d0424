import { type ReactNode, useMemo } from 'react';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import type { AttemptTimings } from '#shared/deliveries/delivery.ts';
import { resultExplanation } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { BodyLayers } from './body-layers.tsx';
import {
  type Comparison,
  comparisonOf,
  comparisonSummary,
  type ResponsesCompared,
  type Side,
} from './comparison.ts';
import { DifferenceRows, type ShownDifference } from './difference-rows.tsx';
import type { HeaderDifference, HeadersCompared } from './header-differences.ts';

/** The differences: a one-line summary, then each layer down to the bytes. */
export function ComparisonView({ before, after }: { before: Side; after: Side }) {
  const comparison = useMemo(() => comparisonOf(before, after), [before, after]);
  const { url, headers, body, response } = comparison;
  return (
    <div className="grid min-w-0 gap-3 p-4">
      <p
        role="status"
        className="rounded-card border border-line bg-bg-1 px-3 py-2.5 font-medium [overflow-wrap:anywhere] shadow-rest"
      >
        {comparisonSummary(before, after, comparison)}
      </p>
      <HeadersLayer title="Request" url={url} headers={headers} none="No request headers yet" />
      {before.body !== null && after.body !== null && body !== null && (
        <BodyLayers title="Body" before={before.body} after={after.body} compared={body} />
      )}
      <ResponseLayer before={before} after={after} response={response} />
      <TimingsLayer before={before.result?.timings} after={after.result?.timings} />
    </div>
  );
}

const tones: Record<HeaderDifference['kind'], Tone> = {
  changed: 'warn',
  added: 'ok',
  removed: 'neutral',
  respelled: 'info',
};

type KindLabels = Partial<Record<HeaderDifference['kind'], string>>;

function headerRows(
  { differences }: HeadersCompared,
  labels: KindLabels = {},
): readonly ShownDifference[] {
  return differences.map(({ kind, name, before, after }) => ({
    key: `${kind} ${name}`,
    kind: labels[kind] ?? kind,
    tone: tones[kind],
    path: name,
    before: kind === 'added' ? undefined : before.join(', '),
    after: kind === 'removed' ? undefined : after.join(', '),
  }));
}

interface HeadersLayerProps {
  readonly title: string;
  readonly url: Comparison['url'];
  readonly headers: HeadersCompared | null;
  /** Shown when there are no headers to compare. */
  readonly none: string;
}

/** The URL and headers: added, removed and changed lines; equal lines are collapsed. */
function HeadersLayer({ title, url, headers, none }: HeadersLayerProps) {
  if (headers === null)
    return (
      <Card title={title} meta="headers">
        <p className="text-fg-2">{none}</p>
      </Card>
    );
  const urlRows: readonly ShownDifference[] =
    url === null || url.before === url.after
      ? []
      : [{ key: 'URL', kind: 'changed', tone: 'warn', path: 'URL', ...url }];
  const rows = [...urlRows, ...headerRows(headers)];
  return (
    <Card
      title={title}
      meta={rows.length === 0 ? 'same URL and headers' : counted(rows.length, 'difference')}
      padded={false}
    >
      <DifferenceRows rows={rows} />
      <SameHeaders headers={headers} apart={rows.length > 0} />
    </Card>
  );
}

interface SameHeadersProps {
  readonly headers: HeadersCompared;
  readonly apart: boolean;
}

/** Equal headers, collapsed, and whether their order differs. */
function SameHeaders({ headers: { same, reordered }, apart }: SameHeadersProps) {
  return (
    <div className={cx('text-small text-fg-2', apart && 'border-t border-line')}>
      {reordered && <p className="px-3 pt-2">Header order differs; receivers ignore it</p>}
      {same.length === 0 ? (
        <p className="px-3 py-2">No equal headers</p>
      ) : (
        <Disclosure
          name="equal headers"
          className="w-full px-3 py-2 -outline-offset-2 hover:text-fg"
          title={counted(same.length, 'equal header')}
        >
          <KeyValueList
            label="Equal headers"
            keyWidth={132}
            items={same.map(([key, value]) => ({ key, value }))}
          />
        </Disclosure>
      )}
    </div>
  );
}

const phases: readonly [keyof AttemptTimings, string][] = [
  ['dnsMs', 'DNS lookup'],
  ['connectMs', 'Connect'],
  ['tlsMs', 'TLS'],
  ['waitMs', 'Waiting (TTFB)'],
  ['bodyMs', 'Reading body'],
  ['totalMs', 'Total'],
];

interface TimingsLayerProps {
  readonly before: AttemptTimings | undefined;
  readonly after: AttemptTimings | undefined;
}

const text = (ms: number | null): string => (ms === null ? '–' : formatLatency(ms));

function changeText(before: number | null, after: number | null): string {
  if (before === null || after === null) return '';
  const change = after - before;
  const length = formatLatency(Math.abs(change));
  if (length === formatLatency(0)) return '';
  return `${change > 0 ? '+' : '−'}${length}`;
}

/** Phases side by side; phases missing on both sides are omitted. */
function TimingsLayer({ before, after }: TimingsLayerProps) {
  if (before === undefined || after === undefined) return null;
  const rows = phases.filter(([phase]) => before[phase] !== null || after[phase] !== null);
  return (
    <Card title="Timings" padded={false}>
      <table className="w-full table-fixed text-small">
        <thead>
          <tr className="text-small text-fg-2">
            <td className="w-[40%]" />
            {['First', 'Second', 'Change'].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-1.5 text-right font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {rows.map(([phase, label]) => (
            <tr key={phase} className="border-t border-line/60">
              <th scope="row" className="px-3 py-1.5 text-left font-normal text-fg-2">
                {label}
              </th>
              <td className="px-3 text-right">{text(before[phase])}</td>
              <td className="px-3 text-right">{text(after[phase])}</td>
              <td className="px-3 text-right text-fg-2">
                {changeText(before[phase], after[phase])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface ResponseLayerProps {
  readonly before: Side;
  readonly after: Side;
  readonly response: ResponsesCompared;
}

/** Response headers come from the receiver, so none is "removed". */
const responseLabels = { added: 'only in second', removed: 'only in first' };

/** The response: status or failure, headers, and body. */
function ResponseLayer({ before, after, response }: ResponseLayerProps) {
  const [from, to] = response.outcomes;
  const { headers, body } = response;
  const bodies = [before.result?.response?.body, after.result?.response?.body] as const;
  const rows = headers === null ? [] : headerRows(headers, responseLabels);
  return (
    <>
      <Card
        title="Response"
        meta={from === to ? 'same outcome' : 'different outcome'}
        padded={false}
      >
        <dl className="grid divide-line @lg:grid-cols-2 @lg:divide-x @max-lg:divide-y">
          <Outcome label="First" side={before} word={from} />
          <Outcome label="Second" side={after} word={to} />
        </dl>
        {headers !== null && (
          <div className="border-t border-line">
            <DifferenceRows rows={rows} />
            <SameHeaders headers={headers} apart={rows.length > 0} />
          </div>
        )}
      </Card>
      {body !== null && bodies[0] !== undefined && bodies[1] !== undefined && (
        <BodyLayers title="Response body" before={bodies[0]} after={bodies[1]} compared={body} />
      )}
    </>
  );
}

function Outcome({ label, side, word }: { label: string; side: Side; word: string }) {
  const { result } = side;
  return (
    <div className="min-w-0 px-3 py-2">
      <dt className="text-label text-fg-3">{label}</dt>
      <dd className="mt-0.5 flex min-w-0 items-baseline gap-2">
        <StatusCode code={result === null ? null : codeOfResult(result)} />
        <span className="min-w-0 text-fg-2 [overflow-wrap:anywhere]">
          {outcomeText(side) ?? word}
        </span>
      </dd>
    </div>
  );
}

function outcomeText({ result }: Side): ReactNode {
  if (result === null) return 'No response yet';
  return resultExplanation(result.result) ?? 'accepted';
}
