/** Which part of a timeline's axis is looked at, as shares of the whole axis. Pure. */
import type { LogTimeScale } from './log-time-scale.ts';

export interface TimelineView {
  readonly from: number;
  readonly span: number;
}

export const wholeView: TimelineView = { from: 0, span: 1 };

/** Nearer than this nothing is told apart: attempts take some milliseconds each. */
const shortestMs = 20;
/** Where a view is moved to show a mark, the mark is that far from its edge. */
const revealShare = 0.12;

const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

function within({ from, span }: TimelineView): TimelineView {
  const kept = between(span, 0, 1);
  return { span: kept, from: between(from, 0, 1 - kept) };
}

/** Where in the view a place of the whole axis is: 0 at its left edge, 1 at its right. */
export function shareIn({ from, span }: TimelineView, place: number): number {
  return (place - from) / span;
}

export function placeAt({ from, span }: TimelineView, share: number): number {
  return from + share * span;
}

export const isWhole = ({ span }: TimelineView): boolean => span === 1;

/** The narrowest view there is around a place. */
export function leastSpan(scale: LogTimeScale, place: number): number {
  const elapsedMs = Math.max(shortestMs, scale.elapsedAt(place));
  return Math.max(1e-9, scale.place(elapsedMs) - scale.place(elapsedMs - shortestMs));
}

/** Closer by a factor (further below 1); the place stays where it is in the view. */
export function zoomed(
  view: TimelineView,
  factor: number,
  place: number,
  least: number,
): TimelineView {
  const span = between(view.span / factor, Math.min(least, 1), 1);
  return within({ span, from: place - shareIn(view, place) * span });
}

/** Moved by that share of itself, as far as there is something. */
export function panned({ from, span }: TimelineView, share: number): TimelineView {
  return within({ span, from: from + share * span });
}

/** Moved just so far that the place is within it. */
export function revealing(view: TimelineView, place: number): TimelineView {
  const share = shareIn(view, place);
  if (share >= 0 && share <= 1) return view;
  const edge = share < 0 ? revealShare : 1 - revealShare;
  return within({ ...view, from: place - edge * view.span });
}

/** Just as wide that all from one place to another is within it, with room at both ends. */
export function around(first: number, last: number, least: number): TimelineView {
  const span = between((last - first) * 1.4, Math.min(least, 1), 1);
  return within({ span, from: (first + last) / 2 - span / 2 });
}
