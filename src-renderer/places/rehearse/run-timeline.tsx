import type { ReactNode } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { formatOffset } from '#shared/kit/duration.ts';
import { bucketText } from '#shared/report/scenario-timeline.ts';
import type { Check, RunTimeline as Timeline } from '#shared/scenarios/schema/report.ts';
import { VerdictMark } from './verdict-mark.tsx';

type Bucket = Timeline['lanes'][number]['buckets'][number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const units = [1, 10, 100, 1_000, 10_000, 30_000].concat(
  [1, 5, 10, 15, 30].map((n) => n * minuteMs),
  [1, 2, 4, 6, 12, 24].map((n) => n * hourMs),
);
const maxMarks = 7;
/** Steps that overlap in time are below each other. */
const stepRows = 4;

function marksOf(end: number): readonly number[] {
  const unit = units.find((candidate) => end / candidate <= maxMarks) ?? Math.ceil(end / maxMarks);
  return Array.from({ length: Math.floor(end / unit) + 1 }, (_, index) => index * unit);
}

type Step = Timeline['steps'][number];

/** A step that starts an outage ends at once, but is shown as long as the outage. */
const shownSteps = ({ steps, outages }: Timeline): readonly Step[] =>
  steps.map((step) => {
    const outage = outages.find(({ from }) => from === step.startedAt);
    return step.action === 'outage' && outage !== undefined
      ? { ...step, endedAt: outage.until }
      : step;
  });

interface RunTimelineProps {
  readonly timeline: Timeline;
  /** Virtual time of its end, or until now. */
  readonly virtualMs: number;
  /** Absent during the run. */
  readonly checks?: readonly Check[];
}

/** The run in virtual time: steps, mock endpoints with their outages, and when checks were decided. */
export function RunTimeline({ timeline, virtualMs, checks = [] }: RunTimelineProps) {
  const end = Math.max(1, virtualMs);
  const place = (at: number): string => `${(Math.min(at, end) / end) * 100}%`;
  return (
    <Card title="Timeline" meta="virtual time" className="flex-none">
      <div className="@container flex flex-col gap-1">
        <Row label="Steps" height={Math.min(timeline.steps.length, stepRows) * 18 + 2}>
          {shownSteps(timeline).map((step, index) => (
            <StepBar
              key={step.id}
              step={step}
              left={place(step.startedAt)}
              share={(Math.min(step.endedAt, end) - step.startedAt) / end}
              isLate={step.startedAt > end * 0.8}
              top={(index % stepRows) * 18}
            />
          ))}
        </Row>
        {timeline.lanes.map((lane) => (
          <Row key={lane.mock} label={lane.mock} kind="mock endpoint" height={40}>
            {timeline.outages
              .filter(({ mock }) => mock === lane.mock)
              .map(({ from, until }) => (
                <span
                  key={from}
                  title={`Outage, ${formatOffset(from)} to ${formatOffset(until)}`}
                  className="absolute inset-y-0 border-x border-bad bg-[repeating-linear-gradient(135deg,var(--bad-bg)_0_5px,transparent_5px_10px)]"
                  style={{ left: place(from), width: `calc(${place(until)} - ${place(from)})` }}
                >
                  <span className="sr-only">outage</span>
                </span>
              ))}
            {lane.buckets.map((bucket) => (
              <Tick
                key={bucket.index}
                bucket={bucket}
                at={bucket.index * timeline.bucketMs}
                left={place(bucket.index * timeline.bucketMs)}
              />
            ))}
          </Row>
        ))}
        {checks
          .filter(({ kind }) => kind === 'expectation')
          .map((check, index) => (
            // Names need not differ.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <CheckRow key={index} check={check} place={Math.min(check.decidedAt, end) / end} />
          ))}
        <div aria-hidden="true" className="relative ml-44 h-4 text-label text-fg-3 tabular-nums">
          {marksOf(end).map((at, index) => (
            <span
              key={at}
              className={`absolute whitespace-nowrap ${index % 2 === 1 ? '@max-xl:hidden' : ''} ${at / end > 0.94 ? '-translate-x-full' : at === 0 ? '' : '-translate-x-1/2'}`}
              style={{ left: place(at) }}
            >
              {formatOffset(at)}
            </span>
          ))}
        </div>
        <p className="text-small text-fg-3">
          Top: 2xx. Bottom: other responses; hollow: none. Gray: extra copies. Hatched: outage
        </p>
      </div>
    </Card>
  );
}

interface StepBarProps {
  readonly step: Step;
  readonly left: string;
  /** Of the width of the timeline. */
  readonly share: number;
  /** The name of a short step does not fit to its right. */
  readonly isLate: boolean;
  readonly top: number;
}

/** A step without an ID has a number, which says nothing here. */
const isNumbered = (id: string): boolean => /^step-\d+$/.test(id);

function StepBar({ step, left, share, isLate, top }: StepBarProps) {
  const { id, action, startedAt, endedAt } = step;
  const name = step.name ?? (isNumbered(id) ? action : id);
  const isLong = share > 0.12;
  return (
    <span
      title={`${name}: ${action}, ${formatOffset(startedAt)} to ${formatOffset(endedAt)}`}
      className="absolute h-4 min-w-1 rounded-mark border border-accent/50 bg-accent-bg text-micro leading-3.5 text-accent"
      style={{ left, width: `${share * 100}%`, top }}
    >
      <span
        className={
          isLong
            ? 'block truncate px-1'
            : `absolute px-1 whitespace-nowrap ${isLate ? 'right-full' : 'left-full'}`
        }
      >
        {name}
      </span>
    </span>
  );
}

/** Its name may take all the room up to the mark. */
function CheckRow({ check, place }: { check: Check; place: number }) {
  return (
    <div className="relative flex h-5.5 border-b border-line/60 pb-1 text-small">
      <span
        className="truncate font-medium"
        title={check.name}
        style={{ maxWidth: `calc(10.25rem + (100% - 11rem) * ${place})` }}
      >
        {check.name}
      </span>
      <span className="absolute inset-y-0 right-0 left-44">
        <span
          title={`${check.verdict}, ${formatOffset(check.decidedAt)}`}
          className="absolute top-0.5 -ml-1.75"
          style={{ left: `clamp(7px, ${place * 100}%, 100% - 7px)` }}
        >
          <VerdictMark verdict={check.verdict} />
        </span>
      </span>
    </div>
  );
}

interface RowProps {
  readonly label: string;
  readonly kind?: string;
  readonly height: number;
  readonly children: ReactNode;
}

function Row({ label, kind, height, children }: RowProps) {
  return (
    <div className="flex items-stretch border-b border-line/60 pb-1">
      <span className="flex w-44 flex-none items-center gap-1.5 pr-3 text-small">
        <span className="truncate font-medium" title={label}>
          {label}
        </span>
        {kind && <span className="flex-none text-fg-3">{kind}</span>}
      </span>
      <div className="relative min-w-0 flex-1" style={{ height }}>
        {children}
      </div>
    </div>
  );
}

function Tick({ bucket, at, left }: { bucket: Bucket; at: number; left: string }) {
  const { ok, failed, noResponse, copies = 0 } = bucket;
  return (
    <span
      title={`${formatOffset(at)}: ${bucketText(bucket)}`}
      className="absolute inset-y-0.5 w-0.5"
      style={{ left }}
    >
      {copies > 0 && <span data-keep-color className="absolute inset-y-0 left-1 w-0.5 bg-fg-3" />}
      {ok > 0 && <span data-keep-color className="absolute inset-x-0 top-0 h-1/2 bg-ok" />}
      {failed > 0 && <span data-keep-color className="absolute inset-x-0 top-1/2 h-1/2 bg-bad" />}
      {noResponse > 0 && (
        <span
          data-keep-color
          className="absolute -inset-x-px top-1/2 h-1/2 border border-bad bg-bg-1"
        />
      )}
    </span>
  );
}
