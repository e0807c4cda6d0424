import { useState } from 'react';
import type { LogTimeScale } from './log-time-scale.ts';
import {
  leastSpan,
  panned,
  placeAt,
  revealing,
  shareIn,
  type TimelineView,
  wholeView,
  zoomed,
} from './timeline-view.ts';

interface ViewOfTimeline {
  readonly view: TimelineView;
  readonly setView: (view: TimelineView) => void;
  /** The place stays where it is; without one that is seen, the middle does. */
  readonly zoomAround: (place: number | undefined, factor: number) => void;
  /** At a share of what is seen. */
  readonly zoomAt: (share: number, factor: number) => void;
  readonly pan: (share: number) => void;
  readonly fit: () => void;
}

/** What is seen of a timeline; with another beginning it is another one, and seen whole. */
export function useTimelineView(scale: LogTimeScale, startAt: number): ViewOfTimeline {
  const [kept, setKept] = useState({ startAt, view: wholeView });
  const view = kept.startAt === startAt ? kept.view : wholeView;
  const change = (next: (view: TimelineView) => TimelineView): void =>
    setKept((before) => ({
      startAt,
      view: next(before.startAt === startAt ? before.view : wholeView),
    }));
  return {
    view,
    setView: (next) => change(() => next),
    zoomAt: (share, factor) =>
      change((current) => {
        const anchor = placeAt(current, share);
        return zoomed(current, factor, anchor, leastSpan(scale, anchor));
      }),
    zoomAround: (place, factor) =>
      change((current) => {
        const share = place === undefined ? -1 : shareIn(current, place);
        const isSeen = place !== undefined && share >= -0.05 && share <= 1.05;
        const anchor = isSeen ? place : placeAt(current, 0.5);
        const next = zoomed(current, factor, anchor, leastSpan(scale, anchor));
        return revealing(next, anchor);
      }),
    pan: (share) => change((current) => panned(current, share)),
    fit: () => change(() => wholeView),
  };
}
