/** Text for a bucket of the timeline. */
import { counted, formatCount } from '../lib/format.ts';
import type { RunTimeline } from '../schemas/scenario/report.ts';

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
