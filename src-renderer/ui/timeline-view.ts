/** The visible part of a timeline's axis, as shares of the whole. Pure. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type LogTimeScale, tickLabel } from './log-time-scale.ts';

export interface TimelineView {
  readonly from: number;
  readonly span: number;
}

export const fullView: TimelineView = { from: 0, span: 1 };

/** Attempts take milliseconds, so a closer view shows nothing more. */
const minSpanMs = 20;
/** Distance from the edge when the view moves to a mark. */
const revealShare = 0.12;

const clamp = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value));

function withinAxis({ from, span }: TimelineView): TimelineView {
  const clampedSpan = clamp(span, 0, 1);
  return { span: clampedSpan, from: clamp(from, 0, 1 - clampedSpan) };
}

/** Share of the view left of a position on the axis: 0 at its left edge, 1 at the right. */
export function shareIn({ from, span }: TimelineView, position: number): number {
  return (position - from) / span;
}

export function positionAt({ from, span }: TimelineView, share: number): number {
  return from + share * span;
}

export const isFullView = ({ span }: TimelineView): boolean => span === 1;

/** The closest view around a position. */
export function minSpanAt(scale: LogTimeScale, position: number): number {
  const elapsedMs = Math.max(minSpanMs, scale.elapsedAt(position));
  return Math.max(1e-9, scale.positionOf(elapsedMs) - scale.positionOf(elapsedMs - minSpanMs));
}

/** Zooms by a factor (below 1: out) around a position. */
export function zoomed(
  view: TimelineView,
  factor: number,
  position: number,
  minSpan: number,
): TimelineView {
  const span = clamp(view.span / factor, Math.min(minSpan, 1), 1);
  return withinAxis({ span, from: position - shareIn(view, position) * span });
}

/** Pans by a share of the view, within the axis. */
export function panned({ from, span }: TimelineView, share: number): TimelineView {
  return withinAxis({ span, from: from + share * span });
}

/** Pans just far enough to show the position. */
export function revealing(view: TimelineView, position: number): TimelineView {
  const share = shareIn(view, position);
  if (share >= 0 && share <= 1) return view;
  const edge = share < 0 ? revealShare : 1 - revealShare;
  return withinAxis({ ...view, from: position - edge * view.span });
}

/** The view that fits everything between two positions, with padding. */
export function viewAround(first: number, last: number, minSpan: number): TimelineView {
  const span = clamp((last - first) * 1.4, Math.min(minSpan, 1), 1);
  return withinAxis({ span, from: (first + last) / 2 - span / 2 });
}

interface ViewOfTimeline {
  readonly view: TimelineView;
  readonly setView: (view: TimelineView) => void;
  /** Zooms around the position if visible, else around the middle. */
  readonly zoomAround: (position: number | undefined, factor: number) => void;
  /** At a share of the view. */
  readonly zoomAt: (share: number, factor: number) => void;
  readonly pan: (share: number) => void;
  readonly fit: () => void;
}

/** The visible part of a timeline; reset when its start changes. */
export function useTimelineView(scale: LogTimeScale, startAt: number): ViewOfTimeline {
  const [stored, setStored] = useState({ startAt, view: fullView });
  const view = stored.startAt === startAt ? stored.view : fullView;
  const change = (next: (view: TimelineView) => TimelineView): void =>
    setStored((before) => ({
      startAt,
      view: next(before.startAt === startAt ? before.view : fullView),
    }));
  return {
    view,
    setView: (next) => change(() => next),
    zoomAt: (share, factor) =>
      change((current) => {
        const anchor = positionAt(current, share);
        return zoomed(current, factor, anchor, minSpanAt(scale, anchor));
      }),
    zoomAround: (position, factor) =>
      change((current) => {
        const share = position === undefined ? -1 : shareIn(current, position);
        const isVisible = position !== undefined && share >= -0.05 && share <= 1.05;
        const anchor = isVisible ? position : positionAt(current, 0.5);
        const next = zoomed(current, factor, anchor, minSpanAt(scale, anchor));
        return revealing(next, anchor);
      }),
    pan: (share) => change((current) => panned(current, share)),
    fit: () => change(() => fullView),
  };
}

interface TimelineGestures {
  /** At a share of the view; a factor above 1 zooms in. */
  readonly zoomAt: (share: number, factor: number) => void;
  /** By shares of the view. */
  readonly panBy: (share: number) => void;
  /** Whether panning is possible. */
  readonly canPan: boolean;
}

/** Tolerates small movements while clicking. */
const dragPx = 4;
/** A wheel notch is 100 or more; touchpad pinches are steps of a few. */
const notch = 50;
const zoomPerStep = 0.01;

/**
 * Ctrl and wheel, or a pinch, zoom at the pointer; dragging and the horizontal wheel pan. The
 * vertical wheel scrolls the page.
 */
export function useTimelineGestures(
  area: RefObject<HTMLElement | null>,
  shareAt: (clientX: number) => number,
  gestures: TimelineGestures,
): void {
  const latest = useRef({ shareAt, ...gestures });
  latest.current = { shareAt, ...gestures };
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const shares = (px: number): number => latest.current.shareAt(px) - latest.current.shareAt(0);
    const pointers = new Map<number, number>();
    let isDragging = false;

    const onWheel = (event: WheelEvent): void => {
      const { zoomAt, panBy, canPan } = latest.current;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const step = Math.min(notch, Math.max(-notch, event.deltaY));
        zoomAt(latest.current.shareAt(event.clientX), Math.exp(-step * zoomPerStep));
        return;
      }
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      if (!canPan || Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
      event.preventDefault();
      panBy(shares(sideways));
    };

    const onDown = (event: PointerEvent): void => {
      if (event.button === 0) pointers.set(event.pointerId, event.clientX);
    };
    const onMove = (event: PointerEvent): void => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const moved = event.clientX - before;
      if (!isDragging && Math.abs(moved) < dragPx && pointers.size === 1) return;
      const otherX = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!isDragging) element.setPointerCapture(event.pointerId);
      isDragging = true;
      pointers.set(event.pointerId, event.clientX);
      const { shareAt: at, zoomAt, panBy } = latest.current;
      if (otherX === undefined) {
        panBy(-shares(moved));
        return;
      }
      const [from, to] = [Math.abs(before - otherX), Math.abs(event.clientX - otherX)];
      if (from > 0 && to > 0) zoomAt(at((event.clientX + otherX) / 2), to / from);
    };
    const onUp = (event: PointerEvent): void => {
      pointers.delete(event.pointerId);
      if (pointers.size === 0) isDragging = false;
    };

    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
    };
  }, [area]);
}

// Labels of a timeline's axis at every zoom. Pure.

export interface Tick {
  readonly elapsedMs: number;
  readonly label: string;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** From coarse to fine. */
const steps = [
  day,
  12 * hour,
  6 * hour,
  2 * hour,
  hour,
  30 * minute,
  10 * minute,
  5 * minute,
  minute,
  30 * second,
  10 * second,
  5 * second,
  second,
  500,
  100,
  50,
  10,
  5,
  1,
];

/** A digit is 6 px wide at 11 px, plus some space between labels. */
const labelPx = (label: string): number => label.length * 6 + 16;

/** Ticks of the scale for the whole axis; for a zoomed part, the roundest times that fit. */
export function ticksOf(scale: LogTimeScale, view: TimelineView, widthPx: number): readonly Tick[] {
  if (isFullView(view)) return scale.ticks;
  const from = scale.elapsedAt(view.from);
  const to = scale.elapsedAt(positionAt(view, 1));
  const pxOf = (elapsedMs: number): number => shareIn(view, scale.positionOf(elapsedMs)) * widthPx;
  const ticks: (Tick & { readonly px: number })[] = [];
  for (const step of steps) {
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const tick = { elapsedMs: at, label: tickLabel(at), px: pxOf(at) };
      const fits = ticks.every(
        ({ px, label }) => Math.abs(px - tick.px) >= (labelPx(label) + labelPx(tick.label)) / 2,
      );
      if (fits) ticks.push(tick);
      // Later labels of this step are even closer.
      if (pxOf(at + step) - tick.px < labelPx('0')) break;
    }
  }
  return ticks.toSorted((a, b) => a.elapsedMs - b.elapsedMs);
}
