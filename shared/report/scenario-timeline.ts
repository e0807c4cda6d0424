/** The timeline of a run as SVG: steps, outages, a lane per mock endpoint, and when each check was decided. */

import { formatOffset } from '#shared/kit/duration.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import type { Check, RunReport, RunTimeline } from '#shared/scenarios/schema/report.ts';
import { markup } from './markup.ts';
import { verdictMarks } from './scenario-text.ts';

// Text for a bucket of the timeline.

export const bucketText = ({
  ok,
  failed,
  noResponse,
  copies,
}: RunTimeline['lanes'][number]['buckets'][number]): string =>
  [
    `${formatCount(ok)} accepted`,
    counted(failed, 'other response'),
    `${formatCount(noResponse)} without a response`,
    ...(copies === undefined ? [] : [`${counted(copies, 'extra copy', 'extra copies')} forwarded`]),
  ].join(', ');

const width = 1_000;
const labelWidth = 150;
const plotWidth = width - labelWidth - 10;
const rowHeight = 22;
const laneHeight = 56;
const axisHeight = 24;

/** Colors work in both themes. Shapes convey the same information. */
export const timelineStyle = `
svg { width: 100%; height: auto; margin: 0.4rem 0; font: 11px system-ui, sans-serif; }
svg text { fill: currentColor; }
svg .axis { stroke: light-dark(#ccc, #444); }
svg .step { fill: light-dark(#dbeafe, #1e3a5f); stroke: light-dark(#2563eb, #60a5fa); }
svg .outage { stroke: light-dark(#b45309, #fbbf24); }
svg .hatch { stroke: light-dark(#b45309, #fbbf24); }
svg .ok { fill: light-dark(#16a34a, #4ade80); }
svg .bad { fill: light-dark(#dc2626, #f87171); }
svg .none { fill: none; stroke: light-dark(#dc2626, #f87171); }
svg .copy { fill: light-dark(#6b7280, #9ca3af); }
svg .passed { fill: light-dark(#166534, #86efac); }
svg .failed { fill: light-dark(#b01c1c, #fca5a5); }
@media print { svg { break-inside: avoid; } }`;

interface Scale {
  readonly x: (at: number) => number;
  readonly end: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const label = (text: string, y: number): string =>
  `<text x="0" y="${y}">${markup(text.length > 24 ? `${text.slice(0, 23)}…` : text)}<title>${markup(text)}</title></text>`;

const stepUnits = [1, 2, 5, 10, 15, 30].flatMap((n) => [n, n * 1_000, n * 60_000]);
const tickSteps = [...stepUnits, ...[1, 2, 4, 6, 12, 24].map((n) => n * 3_600_000)].sort(
  (a, b) => a - b,
);
const maxTicks = 8;

function axis({ x, end }: Scale, y: number): string {
  const step =
    tickSteps.find((tickStep) => end / tickStep <= maxTicks) ??
    Math.max(1, Math.ceil(end / maxTicks));
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
  return ticks
    .map((at) => {
      const isLast = x(at) > width - 60;
      const attributes = isLast ? `x="${x(at) - 2}" text-anchor="end"` : `x="${x(at) + 2}"`;
      return `<line class="axis" x1="${x(at)}" x2="${x(at)}" y1="0" y2="${y}"/><text ${attributes} y="${y + 14}">${formatOffset(at)}</text>`;
    })
    .join('');
}

function span(
  attributes: string,
  from: number,
  until: number,
  { x }: Scale,
  y: number,
  title: string,
): string {
  const length = Math.max(2, round(x(until) - x(from)));
  return `<rect ${attributes} x="${x(from)}" y="${y}" width="${length}" height="${rowHeight - 8}"><title>${markup(title)}</title></rect>`;
}

function laneOf(
  { mock, buckets }: RunReport['timeline']['lanes'][number],
  bucketMs: number,
  { x, end }: Scale,
  y: number,
): string {
  const highest = Math.max(
    1,
    ...buckets.map(({ ok, failed, noResponse, copies = 0 }) =>
      Math.max(ok, failed + noResponse, copies),
    ),
  );
  const half = laneHeight / 2 - 4;
  const middle = y + laneHeight / 2;
  const height = (count: number): number =>
    count === 0 ? 0 : round(Math.max(1, (count / highest) * half));
  const barWidth = Math.max(1, round((bucketMs / Math.max(1, end)) * plotWidth));
  const bars = buckets.map((bucket) => {
    const { index, ok, failed, noResponse, copies = 0 } = bucket;
    const left = x(index * bucketMs);
    const bar = (name: string, top: number, count: number, from = left): string =>
      count === 0
        ? ''
        : `<rect class="${name}" x="${round(from)}" y="${round(top)}" width="${barWidth}" height="${height(count)}"/>`;
    const title = `${mock}, ${formatOffset(index * bucketMs)}: ${bucketText(bucket)}`;
    // To the right of the requests they are copies of.
    const copyBar = bar('copy', middle - height(copies) / 2, copies, left + barWidth + 1);
    return `<g><title>${markup(title)}</title>${bar('ok', middle - height(ok), ok)}${bar('bad', middle, failed)}${bar('none', middle + height(failed), noResponse)}${copyBar}</g>`;
  });
  return `${label(mock, middle + 4)}<line class="axis" x1="${labelWidth}" x2="${width}" y1="${middle}" y2="${middle}"/>${bars.join('')}`;
}

function checkRow({ name, verdict, decidedAt }: Check, { x }: Scale, y: number): string {
  const mark = verdict === 'skipped' ? '–' : verdictMarks[verdict];
  const title = `${name}: ${verdict}, ${formatOffset(decidedAt)}`;
  return `${label(name, y + 14)}<text class="${verdict}" x="${Math.min(x(decidedAt), width - 12)}" y="${y + 14}">${mark}<title>${markup(title)}</title></text>`;
}

const legend =
  '<p class="note">Above the line: accepted (2xx). Below: other responses; outlined: no response. Gray: extra copies. Hatched: outage.</p>';

/** With its legend. `id` is unique in the document. */
export function timelineFigure({ timeline, checks, virtualMs }: RunReport, id: string): string {
  const hatch = `${id}-hatch`;
  const end = Math.max(1, virtualMs);
  const scale: Scale = { end, x: (at) => round(labelWidth + (at / end) * plotWidth) };
  const parts: string[] = [];
  let y = 4;
  for (const { id, action, startedAt, endedAt } of timeline.steps) {
    parts.push(label(`${id} (${action})`, y + 12));
    parts.push(
      span(
        'class="step"',
        startedAt,
        endedAt,
        scale,
        y,
        `${id}: ${formatOffset(startedAt)} to ${formatOffset(endedAt)}`,
      ),
    );
    y += rowHeight;
  }
  for (const { mock, from, until } of timeline.outages) {
    parts.push(label(`outage of ${mock}`, y + 12));
    parts.push(
      span(
        `class="outage" fill="url(#${hatch})"`,
        from,
        until,
        scale,
        y,
        `${formatOffset(from)} to ${formatOffset(until)}`,
      ),
    );
    y += rowHeight;
  }
  for (const lane of timeline.lanes) {
    parts.push(laneOf(lane, timeline.bucketMs, scale, y));
    y += laneHeight;
  }
  for (const check of checks.filter(({ kind }) => kind === 'expectation')) {
    parts.push(checkRow(check, scale, y));
    y += rowHeight;
  }
  const pattern = `<defs><pattern id="${hatch}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" x2="0" y1="0" y2="6" stroke-width="2"/></pattern></defs>`;
  return `<svg viewBox="0 0 ${width} ${y + axisHeight}" role="img" aria-label="Timeline in virtual time">${pattern}${axis(scale, y)}${parts.join('')}</svg>\n${legend}`;
}
