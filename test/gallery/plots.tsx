import { ActivityPlot } from '#renderer/film/activity-plot.tsx';
import { ActivityView } from '#renderer/film/activity-view.tsx';
import type { Film } from '#renderer/film/film.ts';
import { BackoffPlot } from '#renderer/ui/backoff-plot.tsx';
import { PlotLineSwatch, PlotSwatch } from '#renderer/ui/plot-style.tsx';
import { SparkBars, Sparkline } from '#renderer/ui/sparkline.tsx';
import { TimePlot } from '#renderer/ui/time-plot.tsx';
import type { LineSeries } from '#renderer/ui/time-plot-options.ts';
import { Timeline } from '#renderer/ui/timeline.tsx';
import { type TimelineRow, timelineMarkKinds } from '#renderer/ui/timeline-rows.ts';
import { doNothing, longText, now, type Section, Specimen, Specimens } from './specimen.tsx';

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const startAt = now - 600 * secondMs;

const rows: readonly TimelineRow[] = [
  {
    id: 'all',
    name: 'staging.example.com/hooks',
    summary: 'every kind of mark',
    marks: timelineMarkKinds.map((kind, index) => ({
      id: kind,
      at: startAt + 3 ** index * 2 * secondMs,
      kind,
      word: kind === 'failed' ? '503' : kind,
      label: kind,
    })),
  },
  {
    id: 'many',
    name: 'billing.example.com/in',
    summary: 'overlapping attempts',
    marks: Array.from({ length: 40 }, (_, index) => ({
      id: `many ${index}`,
      at: startAt + index * 15 * secondMs,
      kind: 'failed' as const,
      word: '503',
      label: `Attempt ${index + 1}`,
    })),
  },
  {
    id: 'missed',
    name: longText,
    summary: longText,
    marks: [{ id: 'one', at: startAt, kind: 'failed', word: '503', label: '503' }],
    note: { text: 'missed: the other webhook returned 200', tone: 'warn' },
    missedFrom: startAt + 3 * secondMs,
  },
  {
    id: 'outage',
    name: 'flaky',
    summary: '503, expected 17:32:00',
    marks: [
      { id: 'down', at: startAt, kind: 'failed', word: '503', label: '503' },
      { id: 'up', at: startAt + hourMs, kind: 'expected', word: 'scheduled', label: 'scheduled' },
    ],
    outage: { from: startAt, to: startAt + hourMs, label: 'Outage until 17:30:00' },
  },
];

function Timelines() {
  return (
    <Timeline
      rows={rows}
      startAt={startAt}
      endAt={startAt + 4 * hourMs}
      selectedMarkId="failed"
      onSelect={doNothing}
    />
  );
}

const steps = Array.from({ length: 9 }, (_, index) => {
  const delayMs = 10 * secondMs * 2 ** index;
  const elapsedMs = 10 * secondMs * (2 ** (index + 1) - 1);
  return {
    number: index + 1,
    delayMs,
    elapsedMs,
    earliestMs: elapsedMs * 0.6,
    latestMs: elapsedMs,
  };
});

function Schedules() {
  return (
    <Specimens wide>
      <BackoffPlot steps={steps} windowMs={4 * hourMs} nowElapsedMs={600 * secondMs} />
      <BackoffPlot steps={[]} windowMs={0} />
    </Specimens>
  );
}

function Sparklines() {
  return (
    <Specimens>
      <Specimen of="values">
        <Sparkline values={[1, 4, 2, 8, 5, 9, 7]} label="Events, from 1 to 7" />
      </Specimen>
      <Specimen of="one">
        <Sparkline values={[3]} label="Events: 3" />
      </Specimen>
      <Specimen of="all the same">
        <Sparkline values={[0, 0, 0]} label="Events: none" />
      </Specimen>
      <Specimen of="none">
        <Sparkline values={[]} label="Events: none" />
      </Specimen>
    </Specimens>
  );
}

const minuteMs = 60 * secondMs;
const span = { from: now - 24 * minuteMs, to: now, bucketMs: minuteMs };

/** A reproducible wave. */
const wave = (max: number, shift: number): readonly number[] =>
  Array.from({ length: 24 }, (_, index) =>
    Math.max(0, Math.round(max * Math.sin((index + shift) / 4))),
  );

const lines: readonly LineSeries[] = [
  { key: 'p50', label: 'p50', tone: 'ok', line: 'solid', values: wave(12, 2) },
  { key: 'p90', label: 'p90', tone: 'info', line: 'dashed', values: wave(30, 1) },
  {
    key: 'p99',
    label: 'p99',
    tone: 'bad',
    line: 'dotted',
    values: [...wave(80, 0).slice(0, 20), null, null, null, null],
  },
];

function TimePlots() {
  const shared = { span, height: 120, valueText: String, axisText: String };
  return (
    <Specimens wide>
      <TimePlot label="Latency" lines={lines} {...shared} />
      <TimePlot
        label="No data"
        lines={lines.map((line) => ({ ...line, values: [] }))}
        {...shared}
      />
    </Specimens>
  );
}

const buckets = wave(30, 0).map((accepted, bucket) => ({
  accepted,
  refused: bucket % 7,
  failed: Math.max(0, bucket - 12),
  blocked: bucket === 3 ? 2 : 0,
}));
const outage = {
  name: 'legacy-erp',
  from: span.from + 12 * minuteMs,
  to: span.to + hourMs,
  text: 'returns 503 until 17:30',
};
const film: Film = {
  ...span,
  now: span.to - minuteMs / 2,
  isMoving: false,
  buckets,
  waiting: buckets.map((_, bucket) => Math.max(0, bucket - 12) * 8),
  waitingNow: Math.max(0, buckets.length - 13) * 8,
  planned: [0, 3, 1, 2],
  outages: [outage],
  lanes: [
    {
      key: 'api',
      name: 'api.example.com',
      attempts: { accepted: 524, refused: 9, failed: 0, blocked: 0 },
      buckets: buckets.map((counts) => ({ ...counts, failed: 0 })),
      outages: [],
      isFailing: false,
    },
    {
      key: 'erp',
      name: longText,
      attempts: { accepted: 122, refused: 0, failed: 3_679, blocked: 0 },
      buckets: buckets.map((counts, bucket) => ({ ...counts, accepted: bucket < 12 ? 3 : 0 })),
      outages: [outage],
      isFailing: true,
    },
  ],
  checks: [true, false, null].map((isPassed, index) => ({
    at: span.from + (8 + 5 * index) * minuteMs,
    isPassed,
  })),
};
const emptyFilm: Film = { ...film, buckets: [], waiting: [], planned: [], outages: [], checks: [] };

function Films() {
  const shared = { height: 142, now: film.now, selected: null, onSelect: doNothing };
  return (
    <Specimens wide>
      <ActivityView {...shared} film={{ ...film, checks: [] }} />
      <ActivityPlot {...shared} label="With lanes" film={film} hasLanes />
      <ActivityPlot {...shared} label="Empty" film={emptyFilm} />
    </Specimens>
  );
}

function PlotMarks() {
  return (
    <Specimens>
      {(['solid', 'dotted'] as const).map((pattern) => (
        <Specimen key={pattern} of={pattern}>
          <PlotSwatch tone="accent" pattern={pattern} />
        </Specimen>
      ))}
      {(['solid', 'dashed', 'dotted'] as const).map((line) => (
        <Specimen key={line} of={`${line} line`}>
          <PlotLineSwatch tone="accent" line={line} />
        </Specimen>
      ))}
    </Specimens>
  );
}

function SparkBarRows() {
  const values = wave(10, 0).map((good, index) => ({ good, bad: index % 5 === 0 ? 3 : 0 }));
  return (
    <Specimens>
      <Specimen of="values">
        <SparkBars values={values} />
      </Specimen>
      <Specimen of="all bad">
        <SparkBars values={values.map(({ good }) => ({ good: 0, bad: good }))} />
      </Specimen>
      <Specimen of="none">
        <SparkBars values={[]} />
      </Specimen>
    </Specimens>
  );
}

export const plotSections: readonly Section[] = [
  { id: 'timeline', title: 'Timeline', Content: Timelines },
  { id: 'backoff-plot', title: 'Backoff schedule', Content: Schedules },
  { id: 'sparkline', title: 'Sparkline', Content: Sparklines },
  { id: 'spark-bars', title: 'Spark bars', Content: SparkBarRows },
  { id: 'time-plot', title: 'Time plot', Content: TimePlots },
  { id: 'film', title: 'Attempts over time', Content: Films },
  { id: 'plot-swatch', title: 'Plot legend', Content: PlotMarks },
];
