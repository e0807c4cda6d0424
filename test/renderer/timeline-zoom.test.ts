import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logTimeScale } from '#renderer/ui/log-time-scale.ts';
import {
  countedLabels,
  groupsOf,
  stopAfterKey,
  type TimelineMark,
  tabStopOf,
} from '#renderer/ui/timeline-rows.ts';
import {
  fullView,
  minSpanAt,
  panned,
  positionAt,
  revealing,
  shareIn,
  type TimelineView,
  ticksOf,
  viewAround,
  zoomed,
} from '#renderer/ui/timeline-view.ts';

const HOUR = 3_600_000;
const scale = logTimeScale(4 * HOUR);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** A random zoomed view. */
const view: fc.Arbitrary<TimelineView> = fc
  .array(fc.tuple(share, fc.double({ min: 0.2, max: 8, noNaN: true })), { maxLength: 8 })
  .map((steps) =>
    steps.reduce(
      (before, [at, factor]) =>
        zoomed(before, factor, positionAt(before, at), minSpanAt(scale, positionAt(before, at))),
      fullView,
    ),
  );

const isWithin = ({ from, span }: TimelineView): boolean =>
  span > 0 && from >= 0 && from + span <= 1 + 1e-12;

describe('zooming a timeline', () => {
  it('keeps the position under the pointer, within the axis', () => {
    fc.assert(
      fc.property(view, share, fc.double({ min: 1, max: 4, noNaN: true }), (before, at, factor) => {
        const position = positionAt(before, at);
        const after = zoomed(before, factor, position, minSpanAt(scale, position));
        expect(isWithin(after)).toBe(true);
        // Zooming in never reaches the end of the axis.
        expect(shareIn(after, position)).toBeCloseTo(at, 4);
      }),
    );
  });

  it('zooming out shows the whole range again', () => {
    fc.assert(
      fc.property(view, (before) => {
        const after = zoomed(before, 1e12, 0.5, 1e-9);
        expect(isWithin(before) && isWithin(after)).toBe(true);
        expect(zoomed(before, 1e-12, positionAt(before, 0.5), 0)).toEqual(fullView);
      }),
    );
  });

  it('stops at milliseconds', () => {
    for (const elapsedMs of [0, 500, 60_000, 4 * HOUR]) {
      const position = scale.positionOf(elapsedMs);
      const closest = zoomed(fullView, 1e15, position, minSpanAt(scale, position));
      const shown =
        scale.elapsedAt(positionAt(closest, 1)) - scale.elapsedAt(positionAt(closest, 0));
      expect(shown).toBeGreaterThan(10);
      expect(shown).toBeLessThan(40);
    }
  });

  it('stays within the axis, and scrolls just far enough to show a mark', () => {
    fc.assert(
      fc.property(
        view,
        share,
        fc.double({ min: -3, max: 3, noNaN: true }),
        (before, position, by) => {
          expect(isWithin(panned(before, by))).toBe(true);
          expect(panned(before, by).span).toBe(before.span);
          const shown = shareIn(revealing(before, position), position);
          expect(shown).toBeGreaterThan(-1e-6);
          expect(shown).toBeLessThan(1 + 1e-6);
          const isSeen = shareIn(before, position) >= 0 && shareIn(before, position) <= 1;
          if (isSeen) expect(revealing(before, position)).toBe(before);
        },
      ),
    );
  });

  it('fits everything between two marks', () => {
    const fitted = viewAround(0.4, 0.5, 1e-9);
    expect(shareIn(fitted, 0.4)).toBeCloseTo(1 / 7);
    expect(shareIn(fitted, 0.5)).toBeCloseTo(6 / 7);
  });
});

describe('the scale at every zoom', () => {
  it('is invertible', () => {
    fc.assert(
      fc.property(share, (position) => {
        expect(scale.positionOf(scale.elapsedAt(position))).toBeCloseTo(position, 9);
      }),
    );
  });

  it('has correct labels that are ordered, visible and do not overlap', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 180, max: 1_200 }), (at, width) => {
        if (at.span === 1) return;
        const ticks = ticksOf(scale, at, width);
        const px = ticks.map(({ elapsedMs }) => shareIn(at, scale.positionOf(elapsedMs)) * width);
        for (const [index, { label }] of ticks.entries()) {
          const [here = 0, next = Number.POSITIVE_INFINITY] = px.slice(index, index + 2);
          expect(here).toBeGreaterThan(-0.5);
          expect(here).toBeLessThan(width + 0.5);
          const half = (text = '') => text.length * 3;
          expect(next - here).toBeGreaterThan(half(label) + half(ticks[index + 1]?.label));
        }
      }),
    );
  });

  it('has labels everywhere', () => {
    fc.assert(
      fc.property(view, (at) => {
        expect(ticksOf(scale, at, 560).length).toBeGreaterThan(0);
      }),
    );
  });
});

const mark = (id: string, at: number, kind: TimelineMark['kind'] = 'failed'): TimelineMark => ({
  id,
  at,
  kind,
  word: kind === 'failed' ? '503' : kind,
  label: id,
});
const group = (marks: readonly TimelineMark[], px: number) =>
  groupsOf(marks, ({ at }) => at, px).map((one) => one.marks.map(({ id }) => id).join(''));

describe('overlapping marks', () => {
  const marks = [mark('a', 0), mark('b', 0.01), mark('c', 0.03), mark('d', 0.5)];

  it('become one with a count, which zooming separates', () => {
    expect(group(marks, 600)).toEqual(['abc', 'd']);
    expect(group(marks, 2_000)).toEqual(['a', 'b', 'c', 'd']);
    expect(group(marks, 0)).toEqual(['a', 'b', 'c', 'd']);
    expect(countedLabels([...marks, mark('e', 1, 'silent')])).toBe('4 × 503, 1 × silent');
  });

  it('include the previous one if their outlines would overlap', () => {
    const close = [mark('a', 0), mark('b', 0.02), mark('c', 0.03)];
    expect(group(close, 600)).toEqual(['abc']);
    expect(group(close.slice(0, 2), 600)).toEqual(['a', 'b']);
  });

  it('keep past and scheduled ones separate', () => {
    const scheduled = mark('p', 0.5001, 'scheduled');
    expect(group([...marks, scheduled], 600)).toEqual(['abc', 'd', 'p']);
  });

  it('are stable when another one is added', () => {
    fc.assert(
      fc.property(fc.array(share, { maxLength: 200 }), (positions) => {
        const all = positions.toSorted((a, b) => a - b).map((at, index) => mark(`${index} `, at));
        const [before, after] = [group(all.slice(0, -1), 600), group(all, 600)];
        // All but the last two, which may join it.
        expect(after.slice(0, Math.max(0, before.length - 2))).toEqual(before.slice(0, -2));
        expect(after.join('')).toBe(all.map(({ id }) => id).join(''));
      }),
    );
  });
});

describe('keyboard navigation of a timeline', () => {
  const stops = (id: string, positions: readonly number[]) => ({
    rowId: id,
    groups: positions.map((position) => ({
      id: `${id}${position}`,
      position,
      marks: [mark(`${id}${position}`, position)],
    })),
  });
  const rows = [stops('a', [0, 0.2, 0.9]), stops('b', []), stops('c', [0.15, 0.8])];
  const at = (rowId: string, position: number) => {
    const found = rows
      .find((one) => one.rowId === rowId)
      ?.groups.find((one) => one.position === position);
    if (found === undefined) throw new Error(`No stop at ${rowId} ${position}`);
    return { rowId, group: found };
  };
  const pressed = (key: string, rowId: string, position: number) =>
    stopAfterKey(key, rows, at(rowId, position))?.group.id;

  it('moves along a row, and to the nearest mark in another row', () => {
    expect(pressed('ArrowRight', 'a', 0)).toBe('a0.2');
    expect(pressed('ArrowLeft', 'a', 0)).toBeUndefined();
    expect(pressed('End', 'a', 0)).toBe('a0.9');
    expect(pressed('ArrowDown', 'a', 0.9)).toBe('c0.8');
    expect(pressed('ArrowUp', 'c', 0.15)).toBe('a0.2');
    expect(pressed('ArrowDown', 'c', 0.15)).toBeUndefined();
    expect(pressed('Enter', 'a', 0)).toBeUndefined();
  });

  it('starts at the last focused mark or its replacement, else at the selected one', () => {
    const stop = (markId: string, selected?: string) =>
      tabStopOf(rows, { rowId: 'a', markId, position: 0.85 }, selected)?.group.id;
    expect(stop('c0.8')).toBe('c0.8');
    expect(stop('gone')).toBe('a0.9');
    expect(tabStopOf(rows, undefined, 'c0.15')?.group.id).toBe('c0.15');
    expect(tabStopOf(rows, undefined, 'gone')?.group.id).toBe('a0');
    expect(tabStopOf([stops('b', [])], undefined, undefined)).toBeUndefined();
  });
});
