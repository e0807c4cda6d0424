import { LadderPlot } from '#renderer/ui/ladder-plot.tsx';
import { Sparkline } from '#renderer/ui/sparkline.tsx';
import { Timeline, type TimelineLane } from '#renderer/ui/timeline.tsx';
import { markWords, type TimelineMarkKind } from '#renderer/ui/timeline-mark.tsx';
import { doNothing, longText, now, type Section, Specimen, Specimens } from './specimen.tsx';

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const startAt = now - 600 * secondMs;
const kinds = Object.keys(markWords) as readonly TimelineMarkKind[];

const lanes: readonly TimelineLane[] = [
  {
    id: 'all',
    name: 'staging.example.com/hooks',
    summary: 'every kind of mark',
    marks: kinds.map((kind, index) => ({
      id: kind,
      at: startAt + 3 ** index * 2 * secondMs,
      kind,
      label: kind,
    })),
  },
  {
    id: 'missed',
    name: longText,
    summary: longText,
    marks: [{ id: 'one', at: startAt, kind: 'failed', label: '503' }],
    note: { text: 'settled by the other webhook', tone: 'warn' },
  },
];

function Timelines() {
  return (
    <Timeline
      lanes={lanes}
      startAt={startAt}
      endAt={startAt + 4 * hourMs}
      selectedMarkId="failed"
      onSelect={doNothing}
      heading={<h3 className="font-semibold">Attempts</h3>}
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

function Ladders() {
  return (
    <Specimens wide>
      <LadderPlot steps={steps} windowMs={4 * hourMs} nowElapsedMs={600 * secondMs} />
      <LadderPlot steps={[]} windowMs={0} />
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

export const plotSections: readonly Section[] = [
  { id: 'timeline', title: 'Timeline', Content: Timelines },
  { id: 'ladder-plot', title: 'Retry ladder', Content: Ladders },
  { id: 'sparkline', title: 'Sparkline', Content: Sparklines },
];
