/** Requests that a receiver got at a moment of a run, in words. */
import { counted } from '../lib/format.ts';
import type { RunTimeline } from '../schemas/scenario/report.ts';

export const bucketText = ({
  ok,
  failed,
  noResponse,
  copies,
}: RunTimeline['lanes'][number]['buckets'][number]): string =>
  [
    `${ok} accepted`,
    `${failed} other responses`,
    `${noResponse} without a response`,
    ...(copies === undefined ? [] : [`${counted(copies, 'copy', 'copies')} forwarded`]),
  ].join(', ');
