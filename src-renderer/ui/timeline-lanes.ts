import type { TimelineMarkKind } from './timeline-mark.tsx';
import type { Tone } from './tone.ts';

export interface TimelineMark {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: TimelineMarkKind;
  /** What it came to, to be counted: "503". */
  word: string;
  /** The whole of it, read aloud and shown on hover: "Attempt 3, 11:39:02: 503 in 214 ms, failed". */
  label: string;
}

export interface TimelineLane {
  id: string;
  /** The webhook, as host and path. */
  name: string;
  /** One line beneath: "503 · 6 of ~20". */
  summary: string;
  /** By their time. */
  marks: readonly TimelineMark[];
  /** Why nothing more happens here, written into the lane. */
  note?: { text: string; tone: Tone } | undefined;
  /** From when on it misses what it was to get; the lane is hatched from there. */
  missedFrom?: number | undefined;
}
